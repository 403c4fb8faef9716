// English for operators on the command line. Members and staff read texts in their language (infra/language).

const rules = new Intl.PluralRules('en')
const numbers = new Intl.NumberFormat('en-US')
const lists = new Intl.ListFormat('en-US')

/** `#` is the number: plural(2, { one: '# day', other: '# days' }) is “2 days”. */
export const plural = (count: number, forms: { one: string; other: string }): string =>
  (rules.select(count) === 'one' ? forms.one : forms.other).replaceAll('#', numbers.format(count))

export const listed = (items: readonly string[]): string => lists.format(items)
