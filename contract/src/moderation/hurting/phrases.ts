/**
 * The phrases of a language. `{list}` stands for one of the words in that list, `(a|b)` for one of several, `?` makes the
 * group before it optional, `*` stands for any ending, and `..` for up to three words. `{very}` may also be missing or
 * come three times, `^` is the start of a sentence, and `!` a place without a negation before it.
 */
export type HurtfulPhrases = {
  lists: Record<'very', string> & Record<string, string>
  phrases: readonly string[]
  /** These count only in a message without laughter or a heart, because friends tease each other with them. */
  teasing: readonly string[]
  scams: readonly string[]
}
