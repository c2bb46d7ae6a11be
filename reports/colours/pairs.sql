SELECT a.family, a.colour, a.products, a.other, a.other_products, a.likeness FROM alike a ORDER BY a.family, a.colour, a.other
