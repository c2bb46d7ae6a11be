-- Whether a movement, of which the kind is given too, corrects a count line whose corrections add up to nothing, because what came
-- after the count was undone. Only adjustments of counts are looked up.
({kind} = 'count-adjustment' AND EXISTS (SELECT 1 FROM report_count_restatements u
  WHERE u.movement_id = {movement}
    AND (SELECT SUM(z.restated_milli) FROM report_count_restatements z WHERE z.line_id = u.line_id) = 0))
