import { useLingui } from '@lingui/react/macro'

export const MOST_CHIPS = 20

/** What many people like, in no order of worth. */
export function useInterestSuggestions(): string[] {
  const { t } = useLingui()
  return [
    t`Cooking`,
    t`Hiking`,
    t`Live music`,
    t`Reading`,
    t`Travel`,
    t`Movies`,
    t`Photography`,
    t`Board games`,
    t`Running`,
    t`Yoga`,
    t`Dancing`,
    t`Museums`,
    t`Gardening`,
    t`Cycling`,
    t`Climbing`,
    t`Swimming`,
    t`Baking`,
    t`Coffee`,
    t`Theater`,
    t`Podcasts`,
    t`Painting`,
    t`Writing`,
    t`Gaming`,
    t`Soccer`,
    t`Tennis`,
    t`Camping`,
    t`Volunteering`,
    t`Dogs`,
    t`Cats`,
  ]
}

const codes =
  'en es fr de pt it nl pl uk ru tr ar fa he hi bn ur pa zh ja ko vi th id sw sv da nb fi is el cs hu ro bg sr hr'

/** Languages by their names in the reader's: first those that the browser is set to. */
export function useLanguageSuggestions(): string[] {
  const { i18n } = useLingui()
  const names = new Intl.DisplayNames(i18n.locales, { type: 'language' })
  const own = navigator.languages.map((each) => each.split('-')[0] ?? each)
  return [...new Set([...own, ...codes.split(' ')])].flatMap((code) => names.of(code) ?? [])
}
