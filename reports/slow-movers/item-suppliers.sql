-- The supplier of each item at the moment.
/* include suppliers-at.sql (moment: :at) */
