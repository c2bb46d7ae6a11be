SELECT COALESCE(:moment, :generated_at) AS at
