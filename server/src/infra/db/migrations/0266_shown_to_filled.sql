-- outside a transaction: the tables are in use
-- needs 0241_found_gender
-- Nobody has chosen yet, so everyone is shown as the group says.
call split_fill_value('listings', 'shown_to', 'seeks(array[gender_group])');
call split_fill_value('standings', 'shown_to', 'case when gender_group is not null then seeks(array[gender_group]) end');
