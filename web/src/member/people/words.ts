import type { Basics, Intention, ListedPerson } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { usePlaceWords } from '../../api/place-words.ts'
import { useSession } from '../../session/store.ts'
import { useFormats } from '../../ui/use-formats.ts'

/** The names of genders. A map rather than an object, because members can type any text, such as `constructor`. */
function useGenders(): ReadonlyMap<string, string> {
  const { t } = useLingui()
  return new Map([
    ['woman', t`Woman`],
    ['man', t`Man`],
    ['non-binary', t`Non-binary`],
  ])
}

export function useWords() {
  const { t } = useLingui()
  const [formats, places] = [useFormats(), usePlaceWords()]
  const habits = { never: t({ message: 'Never', context: 'habit' }), sometimes: t`Sometimes`, often: t`Often` }
  const smoking = { never: t`Doesn’t smoke`, sometimes: t`Smokes sometimes`, often: t`Smokes often` }
  const drinking = { never: t`Doesn’t drink`, sometimes: t`Drinks sometimes`, often: t`Drinks often` }
  const intentions: Record<Intention, string> = {
    'long-term': t`Long-term`,
    'short-term': t`Short-term`,
    friends: t`Friends`,
    open: t`Still figuring it out`,
  }
  const children = {
    have: t`Has children`,
    want: t`Wants children`,
    'do-not-want': t`Doesn’t want children`,
    'not-sure': t`Not sure about children`,
  }
  const diets = {
    everything: t`Eats everything`,
    vegetarian: t`Vegetarian`,
    vegan: t`Vegan`,
    halal: t`Halal`,
    kosher: t`Kosher`,
    other: t`Other diet`,
  }
  const basics = (values: Basics): Record<keyof Basics, string | null | undefined> => ({
    height: values.height ? t`${values.height} cm` : null,
    work: values.work,
    education: values.education,
    children: values.children && children[values.children],
    smoking: values.smoking && smoking[values.smoking],
    drinking: values.drinking && drinking[values.drinking],
    diet: values.diet && diets[values.diet],
    religion: values.religion,
  })
  const genders = useGenders()
  const place = ({ location, distanceFormatted }: Pick<ListedPerson, 'location' | 'distanceFormatted'>) =>
    formats.series(distanceFormatted, places.city(location))
  const seen = ({ isOnline, lastActive }: Pick<ListedPerson, 'isOnline' | 'lastActive'>): string | null => {
    if (isOnline) return t`Online`
    if (!lastActive) return null
    const days = (Date.now() - Date.parse(lastActive)) / 86_400_000
    if (days < 1) return t`Active today`
    if (days < 7) return t`Active this week`
    return t`Active ${days < 300 ? formats.shortDay(lastActive) : formats.day(lastActive)}`
  }
  return {
    intention: (value: Intention | null) => value && intentions[value],
    gender: (value: string | null) => value && (genders.get(value) ?? value),
    intentions,
    children,
    diets,
    habits,
    basics,
    place,
    seen,
  }
}

const KM_PER_MILE = 1.609344

/** A distance in the member's units. Requests always use kilometers. */
export function useDistance(): (km: number) => string {
  const { t } = useLingui()
  const inMiles = useSession(({ user }) => user?.settings.units === 'miles')
  return (km) => (inMiles ? t`${Math.round(km / KM_PER_MILE)} mi` : t`${km} km`)
}

/** For places that show a person without their distance and score. */
export const unknownCloseness = { distance: null, distanceFormatted: null, compatibilityScore: null }
