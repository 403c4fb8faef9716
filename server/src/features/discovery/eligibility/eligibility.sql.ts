import { sql, type RawBuilder } from 'kysely'
import { OLDEST, YOUNGEST } from '../../profiles/index.ts'
import { isWithin, placeOf } from './distance.sql.ts'
import { hiddenFrom, isChosen, mayShowIncognito, notBlocked } from './relations.sql.ts'
import { bitsOf, paidFilters, parseWants } from './rules.ts'
import type { ViewerCriteria } from './viewer-criteria.ts'

/** The effective filters of a listing `l`. Premium can end without any write (rules.ts). */
const activeFiltersOf = ({ now }: ViewerCriteria) =>
  sql`case when (select premium_until > ${now} from accounts where id = l.account_id) then l.filters
    else l.filters - ${paidFilters}::text[] end`

/**
 * A hidden age or distance fails every filter that is narrower than "any", in both directions. Otherwise it could be
 * inferred from who appears. Two people share one distance, so if either hides it, both must have no distance limit.
 */
function hiddenValuesUnfiltered(
  { ageMin, ageMax, reach, hidesAge, hidesDistance }: ViewerCriteria,
  theirs: (column: string) => RawBuilder<unknown>,
) {
  const [anyAge, anyDistance] = [ageMin <= YOUNGEST && ageMax >= OLDEST, reach === null]
  return sql<boolean>`(not l.hide_age or ${anyAge}::boolean)
    and (not l.hide_distance or (${anyDistance}::boolean and ${theirs('reach')} is null))
    and (not ${hidesAge}::boolean
      or (${theirs('age_min')} <= ${YOUNGEST}::int and ${theirs('age_max')} >= ${OLDEST}::int))
    and (not ${hidesDistance}::boolean or ${theirs('reach')} is null)`
}

function agesAndDistances(viewer: ViewerCriteria, today: string, from: 'l' | 's') {
  const theirs = (column: string) => sql.ref(`${from}.${column}`)
  const [day, reach, place] = [sql`${today}::date`, sql`${viewer.reach}::int`, placeOf(viewer)]
  return sql<boolean>`${theirs('born')} > ${day} - make_interval(years => ${viewer.ageMax + 1}::int)
    and ${theirs('born')} <= ${day} - make_interval(years => ${viewer.ageMin}::int)
    and ${viewer.age} between ${theirs('age_min')} and ${theirs('age_max')}
    and (${reach} is null or ${isWithin(place, from, reach)})
    and (${theirs('reach')} is null or ${isWithin(place, from, theirs('reach'))})
    and ${hiddenValuesUnfiltered(viewer, theirs)}`
}

function dealbreakers(viewer: ViewerCriteria) {
  const filters = sql`${JSON.stringify(viewer.filters)}::jsonb`
  return sql<boolean>`(${filters} = '{}' or meets(${filters}, l.basics, l.intention, l.photo_checked))
    and (l.filters = '{}' or meets(${activeFiltersOf(viewer)}, ${JSON.stringify(viewer.basics)}::jsonb,
      ${viewer.intention}::text, ${viewer.photoChecked}::boolean))`
}

export function isAmong(wants: readonly string[]): RawBuilder<boolean> {
  const { groups, ownWords } = parseWants(wants)
  return sql<boolean>`(l.shown_to & ${bitsOf(groups)}::smallint > 0
    or (l.gender = any(${ownWords}::text[]) and l.shown_to & ${bitsOf(['non-binary'])}::smallint > 0))`
}

const looksFor = ({ gender, shownTo }: ViewerCriteria) =>
  sql<boolean>`l.wants && ${shownTo.includes('non-binary') ? [...shownTo, gender.toLowerCase()] : shownTo}::text[]`

/**
 * The rules for showing a person to a viewer who hasn't swiped them. Together with `isEligible`, this is the only place
 * with these rules. `l` is the person's listing: being listed means active, verified, complete, with a profile picture,
 * and not paused. With `from` = 's', columns that the row `s` of standings also has are read there, and so is whether
 * the viewer has already swiped: that avoids reading most listings. Incognito people are shown in fewer places than a
 * deck (mayShowIncognito). The statement reads the viewer's swipes first (choicesOf).
 */
export const isSuitable = (
  viewer: ViewerCriteria,
  today: string,
  from: 'l' | 's',
  place: 'deck' | 'list',
): RawBuilder<boolean> => {
  const me = sql`${viewer.id}::uuid`
  return sql<boolean>`${sql.ref(`${from}.account_id`)} <> ${me} and ${isAmong(viewer.wants)} and ${looksFor(viewer)}
    and ${agesAndDistances(viewer, today, from)}
    and ${dealbreakers(viewer)}
    and (not l.incognito or ${mayShowIncognito(viewer, sql`l.account_id`, place)})
    and ${notBlocked(me, sql`l.account_id`)} and not ${hiddenFrom(me, sql`l.account_id`)}
    and not exists (select from matches
      where a_id = least(l.account_id, ${me}) and b_id = greatest(l.account_id, ${me}) offset 0)`
}

export const isEligible = (
  viewer: ViewerCriteria,
  today: string,
  from: 'l' | 's' = 'l',
  place: 'deck' | 'list' = 'list',
): RawBuilder<boolean> =>
  sql<boolean>`${isSuitable(viewer, today, from, place)} and not ${isChosen(sql.ref(`${from}.account_id`))}`
