import type { ListedPerson, OwnUser } from '@kindred/contract/profiles/users'
import { genderFields } from '@kindred/contract/safety/at-risk'
import { mediaClass, personClass } from '../people/classes.ts'
import { Cover } from '../people/cover.tsx'
import { useShownAnswers } from '../fields/use-answer-text.ts'
import { Story } from '../people/story.tsx'

export default function AsSeen({ user }: { user: OwnUser }) {
  const { hideAge, hideGender, showLastActive } = user.settings
  const person: ListedPerson = {
    ...user,
    ...(user.trip && { location: user.trip, visiting: user.trip.visiting }),
    pictures: user.pictures.filter(({ review, audience }) => review === 'shown' && audience === 'everyone'),
    voice: user.voice?.review === 'shown' ? user.voice : null,
    age: hideAge ? null : user.age,
    gender: hideGender ? null : user.gender,
    isOnline: showLastActive && user.isOnline,
    lastActive: showLastActive ? user.lastActive : null,
    distance: null,
    distanceFormatted: null,
    compatibilityScore: null,
    fields: useShownAnswers().filter(({ id }) => !hideGender || !genderFields.includes(id)),
  }
  return (
    <article className={personClass}>
      <div className={mediaClass}>
        <Cover person={person} />
      </div>
      <Story person={person} interval={null} reasons={[]} isOwn />
    </article>
  )
}
