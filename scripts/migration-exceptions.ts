// Migrations that don't follow the rules of migration-rules.ts, and why that was accepted. Those up to 0058 landed
// before the first release: no server of an earlier release can be running on their tables.

const FIRST = 'the tables were made by the migrations before it, in the same version'
const INDEX = 'built its indexes before any installation had many rows'
const BACKFILL = 'filled a new column for all rows at once, before any installation had many rows'

export const exceptions: Readonly<Record<string, string>> = {
  '0004_newest_accounts': FIRST,
  '0005_search_accounts': FIRST,
  '0006_people': FIRST,
  '0011_office': 'replaced the search’s index by one over a generated column',
  '0012_nearer_standings': BACKFILL,
  '0016_configuration': BACKFILL,
  '0017_batches': INDEX,
  '0018_report_clocks': BACKFILL,
  '0019_second_thoughts': BACKFILL,
  '0020_figures': BACKFILL,
  '0021_places_in_the_order': 'changed how standings are ordered, and all of them with it',
  '0023_outcomes': BACKFILL,
  '0024_trials': BACKFILL,
  '0026_decades': 'replaced the indexes of the deck by ones over a generated column',
  '0027_told_in_time': BACKFILL,
  '0028_steady_places': 'replaced the indexes of the deck',
  '0029_generations': 'dropped a column that the version before it read: its decks failed during the upgrade',
  '0030_invoice_pages': INDEX,
  '0031_folded_words': 'folded all words that are searched, with their generated column and indexes',
  '0032_hidden_from': BACKFILL,
  '0033_withdrawn_evidence': 'marked the evidence of withdrawn reports, of which there were few',
  '0034_last_administrator': INDEX,
  '0035_likes_by_day': INDEX,
  '0036_private_answers': 'recalculated all answer sheets, so that private answers leave them at once',
  '0037_cell_counts': 'counted the people in each cell, and built an index',
  '0040_erasures': BACKFILL,
  '0041_audit_chain': 'moved the content of the audit log into a table of its own: nobody may write to it meanwhile',
  '0046_plan_changes': 'checks a new column of the sandbox’s tables, which production doesn’t have',
  '0050_triggers_by_statement': 'replaced triggers by others that write the same',
  '0051_refusal_codes': 'replaced sentences by codes in all bulk actions, of which there were few',
  '0052_base_rank': 'renamed columns and functions that the version before it used',
  '0053_verbs_in_one_statement': 'replaced columns of the allowances that the version before it read',
  '0056_subscriptions_by_status': INDEX,
  '0058_liked_photos': 'replaced matching_choose(), which 0060 adds back for servers of the version before it',
  '0059_languages': 'checks a new column in which every row is null: one pass over the accounts, without a rewrite',
  '0195_indexes_of_parts_of_0_1': 'only servers of version 0.1 used them; dropping them takes a moment',
  '0203_keys_of_devices': 'drops a trigger that only version 0.1 needed',
  '0206_keys_of_matches': 'drops triggers that only version 0.1 needed',
  '0213_regions': 'drops two functions and makes them again in the same transaction, so servers see them all the time',
  '0220_choices_by_time':
    'joins parts that were built before; the version before it finds by them what it found by the dropped one',
  '0226_no_words_of_messages': 'the version before it finds the same without it; dropping it takes a moment',
  '0230_recovery': 'ends links that undo changes of three days, of which there were few',
  '0275_reasons_as_codes': 'replaced sentences by codes in reports, of which few had one',
  '0295_keys_of_suggestions':
    'writes each profile that has a suggestion once; reads go on, and before any installation had many profiles',
  '0320_currencies': 'reads the subscriptions once, of which there are few, and the default fills what others write',
  '0321_automatic_tax': 'reads the payment differences once, of which there are few',
}
