-- The headings, a line for each language; a language more is a line more, and its code among the choices of report.yml.
SELECT m.language, m.heading, m.product, m.regular_price, m.sale_price, m.colours, m.place, m.on_hand, m.products, m.on_sale,
  m.without_price, m.all_places, m.none
FROM (
  SELECT 'en' AS language, 'Product list' AS heading, 'Product' AS product, 'Regular price' AS regular_price,
    'Sale price' AS sale_price, 'Colours' AS colours, 'Place' AS place, 'On hand' AS on_hand, 'Products' AS products,
    'On sale' AS on_sale, 'Without a price' AS without_price, 'all places' AS all_places, 'none' AS none
  UNION ALL SELECT 'de', 'Produktliste', 'Produkt', 'Normalpreis', 'Angebotspreis', 'Farben', 'Ort', 'Bestand', 'Produkte',
    'Im Angebot', 'Ohne Preis', 'alle Orte', 'keine'
  UNION ALL SELECT 'fr', 'Liste des produits', 'Produit', 'Prix normal', 'Prix soldé', 'Couleurs', 'Lieu', 'En stock',
    'Produits', 'En solde', 'Sans prix', 'tous les lieux', 'aucun'
  UNION ALL SELECT 'es', 'Lista de productos', 'Producto', 'Precio normal', 'Precio de oferta', 'Colores', 'Lugar',
    'Existencias', 'Productos', 'En oferta', 'Sin precio', 'todos los lugares', 'ninguno'
  UNION ALL SELECT 'sv', 'Produktlista', 'Produkt', 'Ordinarie pris', 'Kampanjpris', 'Färger', 'Plats', 'I lager', 'Produkter',
    'På rea', 'Utan pris', 'alla platser', 'inga'
) m WHERE m.language = CAST(:language AS TEXT)
