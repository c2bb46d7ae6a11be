SELECT :generated_at AS moment
