import {
  message,
  type MessageDescriptor,
  type ListedPerson,
  type Person,
  type Picture,
  type ProfileField,
} from '@kindred/contract'
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
  toVisiting,
  toVoice,
  shownFields,
  withoutGender,
  type Nearness,
  type Addressing,
} from '../../profiles/index.ts'
import { publishedPlace } from '../eligibility/eligibility.ts'
import type { Outlook } from './distances.ts'
import type { PersonRow } from './queries.ts'
import { distanceBucket, distanceInKm, distanceInWords, roundLastActive } from './rules.ts'

/** The relation of the viewer to the person determines which photos and answers are shown. */
export type Perspective = {
  viewer: Viewer
  nearness: Nearness
  fields: readonly ProfileField[]
  outlook: Outlook
  /** Set if the person is seen as a friend: without what they look for in dating, and with their photos in this order. */
  friend?: { pictures: readonly string[] }
}

/** Says something about dating only. */
const ORIENTATION = 'orientation'

/** Photos that weren't put in order follow in the order of the profile. */
function inFriendsOrder<T extends { publicId: string }>(pictures: readonly T[], order: readonly string[]): T[] {
  const placeOf = ({ publicId }: T) => {
    const at = order.indexOf(publicId)
    return at < 0 ? order.length : at
  }
  return pictures.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function toPictures(context: Addressing, { viewer, nearness, friend }: Perspective, row: PersonRow) {
  const own = storedPictures(row.profile).filter(
    ({ review, audience }) =>
      review === 'shown' && (nearness === 'matched' || nearness === 'befriended' || audience === 'everyone'),
  )
  const visible = friend ? inFriendsOrder(own, friend.pictures) : own
  const pictures = withUrls(context, viewer.sessionId, visible).map(
    ({ position: _position, audience: _audience, review: _review, ...picture }): Picture => ({ ...picture, name: '' }),
  )
  return toPictureFields(pictures, friend ? visible.length > 0 : visible[0]?.position === 0)
}

export function toPerson(context: Addressing & Answering, perspective: Perspective, row: PersonRow): Person {
  const now = context.clock.now()
  const profile = row.hide_gender ? withoutGender(row.profile) : row.profile
  const details = toProfileDetails(profile)
  const visiting = perspective.outlook.place ? undefined : toVisiting(profile)
  const fields = perspective.friend ? perspective.fields.filter(({ id }) => id !== ORIENTATION) : perspective.fields
  const seesPresence = row.show_last_active && perspective.viewer.account.show_last_active
  return {
    _id: row.id,
    firstName: row.first_name,
    name: row.first_name,
    ...details,
    gender: row.hide_gender ? null : details.gender,
    ...(perspective.friend ? { intention: null } : {}),
    voice: toVoice(row.profile),
    location: placeIn(context.caller.language, perspective.outlook.place ?? details.location),
    ...(visiting && { visiting }),
    age: row.hide_age ? null : ageOn(row.date_of_birth, now),
    ...toPictures(context, perspective, row),
    photoChecked: row.photo_checked_at !== null,
    isOnline: seesPresence && isOnline(row, now),
    lastActive: seesPresence && row.last_active_at ? roundLastActive(row.last_active_at, now).toISOString() : null,
    ...shownFields(fields, profile, perspective.nearness, context.caller.language),
  }
}

export function toCloseness(
  row: PersonRow,
  { viewer, outlook: { units } }: Pick<Perspective, 'viewer' | 'outlook'>,
  compatibilityScore: number | null,
  language: Language,
) {
  const bucket =
    row.hide_distance || units === null
      ? null
      : distanceBucket(publishedPlace(viewer.profile), publishedPlace(row.profile))
  const words = units && distanceInWords(bucket, units)
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
  ...toCloseness(row, perspective, compatibilityScore, context.caller.language),
})

export function toHiddenFields(
  row: PersonRow,
  { viewer, outlook }: Pick<Perspective, 'viewer' | 'outlook'>,
  language: Language,
) {
  const field = (isHidden: boolean, name: 'age' | 'distance' | 'lastActive', why: MessageDescriptor) =>
    isHidden ? [{ field: name, why: write(language, why) }] : []
  return [
    ...field(row.hide_age, 'age', message('They don’t show their age.')),
    ...field(
      row.hide_distance && outlook.units !== null,
      'distance',
      message('They don’t show how far away they are.'),
    ),
    ...field(
      !viewer.account.show_last_active,
      'lastActive',
      message('You hide when you were last active, so you can’t see it for others.'),
    ),
  ]
}
