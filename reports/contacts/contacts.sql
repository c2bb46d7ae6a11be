SELECT c.display_name AS name, c.user, c.email, c.phone, c.address, c.contact, c.shown_because, c.is_withheld
FROM report_contacts c ORDER BY title_order(c.display_name), c.user
