import { type Basics, distances, type Intention, type ListedPerson } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useIsOnePlace } from '../../api/house.ts'
import { useSettings } from '../../api/settings.ts'
import { usePlaceWords } from '../../api/place-words.ts'
import { useOwnValues } from '../../api/use-own-values.ts'
import { useSession } from '../../session/store.ts'
import { inUnits } from './typed-distance.ts'
import { useFormats } from '../../ui/use-formats.ts'

/** The names of genders. A map rather than an object, because members can type any text, such as `constructor`. */
function useGenders(): ReadonlyMap<string, string> {
  const { t } = useLingui()
  const { genders: own } = useOwnValues()
  return new Map([
    ['woman', t`Woman`],
    ['man', t`Man`],
    ['non-binary', t`Non-binary`],
    ...(own ?? []).flatMap(({ id, label }): [string, string][] => (label ? [[id, label]] : [])),
  ])
}

/** The intentions to choose from, in order, and the words for each. Unknown ones are unchanged. */
function useIntentions() {
  const { t } = useLingui()
  const { intentions: own } = useOwnValues()
  const ours: Readonly<Record<string, string>> = {
    'long-term': t`Long-term`,
    'short-term': t`Short-term`,
    friends: t`Friends`,
    open: t`Still figuring it out`,
  }
  const wordOf = (id: string) => own?.find((each) => each.id === id)?.label ?? ours[id] ?? id
  const ids = own?.map(({ id }) => id) ?? Object.keys(ours)
  const inWords = (all: readonly string[]) => Object.fromEntries(all.map((id) => [id, wordOf(id)]))
  const isClosed = (id: string) => own?.find((each) => each.id === id)?.offered === false
  return { wordOf, every: inWords(ids), offered: inWords(ids.filter((id) => !isClosed(id))) }
}

/** The months of a visit, in one, in two, or from one to another. */
function useVisiting() {
  const { t, i18n } = useLingui()
  const month = (text: string) => i18n.date(new Date(`${text}-15T12:00:00Z`), { month: 'long', timeZone: 'UTC' })
  const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5))
  return ({ visiting }: Pick<ListedPerson, 'visiting'>): string => {
    if (!visiting) return ''
    const [first, last] = [month(visiting.from), month(visiting.to)]
    const more = count(visiting.to) - count(visiting.from)
    if (more === 0) return t`Visiting in ${first}`
    return more === 1 ? t`Visiting in ${first} and ${last}` : t`Visiting from ${first} to ${last}`
  }
}

export function useWords() {
  const { t } = useLingui()
  const [formats, places] = [useFormats(), usePlaceWords()]
  const isOnePlace = useIsOnePlace()
  const habits = { never: t({ message: 'Never', context: 'habit' }), sometimes: t`Sometimes`, often: t`Often` }
  const smoking = { never: t`Doesn’t smoke`, sometimes: t`Smokes sometimes`, often: t`Smokes often` }
  const drinking = { never: t`Doesn’t drink`, sometimes: t`Drinks sometimes`, often: t`Drinks often` }
  const intentions = useIntentions()
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
    isOnePlace ? '' : formats.series(distanceFormatted, places.city(location))
  const seen = ({ isOnline, lastActive }: Pick<ListedPerson, 'isOnline' | 'lastActive'>): string | null => {
    if (isOnline) return t`Online`
    if (!lastActive) return null
    const days = (Date.now() - Date.parse(lastActive)) / 86_400_000
    if (days < 1) return t`Active today`
    if (days < 7) return t`Active this week`
    return t`Active ${days < 300 ? formats.shortDay(lastActive) : formats.day(lastActive)}`
  }
  return {
    intention: (value: Intention | null) => value && intentions.wordOf(value),
    gender: (value: string | null) => value && (genders.get(value) ?? value),
    intentions: intentions.offered,
    /** Includes those that only members who already have them keep. */
    everyIntention: intentions.every,
    children,
    diets,
    habits,
    basics,
    place,
    visiting: useVisiting(),
    seen,
  }
}

/** The distance limits that the operator offers, the smallest first. Without any, there are no distances. */
export function useDistances(): readonly number[] {
  const { house } = useSettings()
  if (house?.place) return []
  return house?.distances?.toSorted((one, other) => one - other) ?? distances
}

/** True if distances are shown in miles: by the operator's setting, or else the member's. */
export function useMiles(): boolean {
  const own = useSession(({ user }) => user?.settings.units)
  return (useSettings().house?.units ?? own) === 'miles'
}

/** A distance in the member's units. Requests always use kilometers. */
export function useDistance(): (km: number) => string {
  const { t } = useLingui()
  const inMiles = useMiles()
  return (km) => (inMiles ? t`${inUnits(km, true)} mi` : t`${km} km`)
}

/** For places that show a person without their distance and score. */
export const unknownCloseness = { distance: null, distanceFormatted: null, compatibilityScore: null }
