-- Whether goods are of the category asked for itself, where the report is asked to leave out those below it.
(CAST(:subcategories AS TEXT) IS NULL OR CAST(:category AS TEXT) IS NULL OR {category} = :category)
