import { sql, type RawBuilder } from 'kysely'

// The database folds what is searched for as it folded what is searched (0031_folded_words.sql), so that the two never differ.

/** A text as the database folds it. In a select of its own, so that it is folded once and not for every row. */
export const folded = (text: string): RawBuilder<string> => sql<string>`(select folded(${text}))`

/** Whether folded words have these in them, at any place. What is searched for is text: its signs mean nothing else. */
export const hasWords = (words: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  isNothing(searched) ? sql<boolean>`false` : sql<boolean>`${words} like having_words(${searched})`

/** The same for a statement that is planned once for all texts: its pattern is not made for every row that is looked at. */
export const hasWordsOnce = (words: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  isNothing(searched) ? sql<boolean>`false` : sql<boolean>`${words} like (select having_words(${searched}))`

/** Marks without a letter fold into nothing, which everything has in it: whoever searches for them means nobody. */
const isNothing = (searched: string): boolean => /^\p{M}+$/u.test(searched.normalize('NFKD').replaceAll(/\s/g, ''))
