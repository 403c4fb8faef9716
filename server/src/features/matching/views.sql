create or replace view matching_choices as select chooser_id, chosen_id, action, at from choices;

create or replace view matching_matches as
  select id, a_id, b_id, created_at, ended_at, last_seq, last_message_at, a_read, b_read, a_shown_read,
    b_shown_read, a_received, b_received, a_muted, b_muted, for_friends from matches;

create or replace view matching_reached as select chosen_id, chooser_id from likes_received where reached;
