import { ApiError, type ShownPlace } from '@kindred/contract'
import { sql } from 'kysely'
import type { Profile } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { storedAnswers } from '../fields/rules.ts'
import { cityCalled } from '../places/cities.ts'
import { isGenderGroup, storedPictures } from '../users/users.ts'
import { storedVoice } from '../voice-answers/stored-voice.ts'

/** `about` is the question, the photo or the field, if there are several. */
export type ShownText = { place: ShownPlace; about?: string; text: string }

const isSame = (one: ShownText, other: ShownText): boolean =>
  one.place === other.place && one.about === other.about && one.text === other.text

const without = (texts: readonly ShownText[], others: readonly ShownText[]): ShownText[] =>
  texts.filter((each) => !others.some((other) => isSame(each, other)))

/** Evidence has all versions, so no one may fill it with changes until a text falls out (MOST_EARLIER). */
const MOST_A_DAY = 500

/** For changes by members: staff and jobs aren’t limited. */
export async function assertFewChanges(tx: Tx, authorId: string, now: Date): Promise<void> {
  const { rows } = await sql`
    select from shown_texts where author_id = ${authorId} and reader_id is null and since > ${later(now, -days(1))}
    limit ${MOST_A_DAY}`.execute(tx)
  if (rows.length < MOST_A_DAY) return
  throw new ApiError('rate_limited', 'You’ve changed your profile too often today. Please try again tomorrow.', {
    retryAfter: days(1) / 1000,
  })
}

/** Keeps what everyone who saw the profile could read, in each version (shown-texts.sql). */
export async function keepShown(
  tx: Tx,
  authorId: string,
  { before, after }: { before: readonly ShownText[]; after: readonly ShownText[] },
  now: Date,
): Promise<void> {
  const [withdrawn, shown] = [without(before, after), without(after, before)]
  if (withdrawn.length + shown.length === 0) return
  await sql`
    select profiles_show(${authorId}, null, ${JSON.stringify(withdrawn)}::jsonb, ${JSON.stringify(shown)}::jsonb, ${now})
  `.execute(tx)
}

const one = (place: ShownPlace, text: string | null | undefined, about?: string): ShownText[] =>
  text ? [{ place, text, ...(about === undefined ? {} : { about }) }] : []

/** The columns with these texts. */
export const shownColumns = [
  'gender',
  'city',
  'country',
  'bio',
  'prompts',
  'interests',
  'languages',
  'basics',
  'fields',
  'voice',
  'voice_details',
] as const satisfies readonly (keyof Profile)[]

type Shown = Profile | null | undefined

/** A place that no list has is in the member’s own words. Listed ones aren’t kept, so that no one’s moves are. */
const ownPlace = ({ city, country }: Profile): string | null =>
  city && cityCalled(city, country) ? null : [city, country].filter(Boolean).join(', ')

/** The texts of a profile, except the descriptions of its photos. What is chosen from a list isn’t among them. */
export function textsOfProfile(profile: Shown): ShownText[] {
  if (!profile) return []
  const { gender, bio, interests, languages } = profile
  // The contract's schemas parse these before they are saved.
  const prompts = profile.prompts as { question: string; answer: string }[]
  const { work, education, religion } = profile.basics as Partial<
    Record<'work' | 'education' | 'religion', string | null>
  >
  return [
    ...one('gender', gender && !isGenderGroup(gender.toLowerCase()) ? gender : null),
    ...one('city', ownPlace(profile)),
    ...one('bio', bio),
    ...prompts.flatMap(({ question, answer }) => one('prompt', answer, question)),
    ...one('interests', interests.join(', ')),
    ...one('languages', languages.join(', ')),
    ...one('work', work),
    ...one('work', education, 'education'),
    ...one('religion', religion),
    ...Object.entries(storedAnswers(profile)).flatMap(([id, answer]) =>
      'value' in answer && answer.kind === 'text' && typeof answer.value === 'string'
        ? one('field', answer.value, id)
        : [],
    ),
    ...one('voice', storedVoice(profile)?.text),
  ]
}

export const textsOfPictures = (pictures: Profile['pictures'] | null | undefined): ShownText[] =>
  storedPictures({ pictures: pictures ?? [] }).flatMap(({ publicId, alt }) => one('photo', alt, publicId))

/** Nothing is kept of a field that the operator erased. */
export const dropFieldTexts = (tx: Tx, authorId: string, fieldIds: readonly string[]) =>
  sql`
    delete from shown_texts where author_id = ${authorId} and reader_id is null
      and place = 'field' and about = any(${fieldIds}::text[])`.execute(tx)

const specialPlaces: readonly ShownPlace[] = ['gender', 'religion']

/** The texts that need a consent: of a special category, or to these sensitive fields. */
export const textsNeeding = (profile: Profile | null, sensitive: readonly string[] | null): ShownText[] =>
  textsOfProfile(profile).filter(({ place, about }) =>
    sensitive ? place === 'field' && about !== undefined && sensitive.includes(about) : specialPlaces.includes(place),
  )
