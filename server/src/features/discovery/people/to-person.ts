import { message, type MessageDescriptor, type ListedPerson, type Person, type Picture } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { write } from '../../../infra/language/write.ts'
import {
  withUrls,
  ageOn,
  isOnline,
  placeIn,
  toProfileDetails,
  toPictureFields,
  storedPictures,
  toVoice,
  type Addressing,
} from '../../profiles/index.ts'
import { publishedPlace } from '../eligibility/eligibility.ts'
import type { PersonRow } from './queries.ts'
import { distanceBucket, distanceInKm, distanceInWords, roundLastActive } from './rules.ts'

/** The viewer and whether the two are matched determine which photos are shown. */
export type Perspective = { viewer: Viewer; matched: boolean }

function toPictures(context: Addressing, { viewer, matched }: Perspective, row: PersonRow) {
  const visible = storedPictures(row.profile).filter(
    ({ review, audience }) => review === 'shown' && (matched || audience === 'everyone'),
  )
  const pictures = withUrls(context, viewer.sessionId, visible).map(
    ({ position: _position, audience: _audience, review: _review, ...picture }): Picture => ({ ...picture, name: '' }),
  )
  return toPictureFields(pictures, visible[0]?.position === 0)
}

export function toPerson(context: Addressing & Answering, perspective: Perspective, row: PersonRow): Person {
  const now = context.clock.now()
  const details = toProfileDetails(row.profile)
  const seesPresence = row.show_last_active && perspective.viewer.account.show_last_active
  return {
    _id: row.id,
    firstName: row.first_name,
    name: row.first_name,
    ...details,
    voice: toVoice(row.profile),
    location: placeIn(context.caller.language, details.location),
    age: row.hide_age ? null : ageOn(row.date_of_birth, now),
    ...toPictures(context, perspective, row),
    photoChecked: row.photo_checked_at !== null,
    isOnline: seesPresence && isOnline(row, now),
    lastActive: seesPresence && row.last_active_at ? roundLastActive(row.last_active_at, now).toISOString() : null,
  }
}

export function toCloseness(row: PersonRow, viewer: Viewer, compatibilityScore: number | null, language: Language) {
  const bucket = row.hide_distance ? null : distanceBucket(publishedPlace(viewer.profile), publishedPlace(row.profile))
  const words = distanceInWords(bucket, viewer.account.units)
  return {
    distance: distanceInKm(bucket),
    distanceFormatted: words && write(language, words),
    compatibilityScore,
  }
}

export const toListedPerson = (
  context: Addressing & Answering,
  perspective: Perspective,
  row: PersonRow,
  compatibilityScore: number | null,
): ListedPerson => ({
  ...toPerson(context, perspective, row),
  ...toCloseness(row, perspective.viewer, compatibilityScore, context.caller.language),
})

export function toHiddenFields(row: PersonRow, viewer: Viewer, language: Language) {
  const field = (isHidden: boolean, name: 'age' | 'distance' | 'lastActive', why: MessageDescriptor) =>
    isHidden ? [{ field: name, why: write(language, why) }] : []
  return [
    ...field(row.hide_age, 'age', message('They don’t show their age.')),
    ...field(row.hide_distance, 'distance', message('They don’t show how far away they are.')),
    ...field(
      !viewer.account.show_last_active,
      'lastActive',
      message('You hide when you were last active, so you can’t see it for others.'),
    ),
  ]
}
