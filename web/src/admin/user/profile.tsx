import type { Revealed, UserDetails } from '@kindred/contract/moderation/user-details'
import { lazy, Suspense } from 'react'
import { useLingui } from '@lingui/react/macro'
import { UserText } from '../../ui/user-text.tsx'
import { Badge, chipClass } from '../../ui/pieces.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { FactsList } from '../users/facts-list.tsx'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

type Props = { data: UserDetails; revealed: Revealed['fields'] }

const ProfileVoice = lazy(() => import('./profile-voice.tsx'))

export function Profile({ data: { user, profile, pictures, fields = [] }, revealed = [] }: Props) {
  const { t } = useLingui()
  const words = useSuggestedWords()
  return (
    <section className="card grid gap-4" aria-labelledby="profile">
      <h2 id="profile">{t`Profile`}</h2>
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {pictures.map((picture, at) => (
            <li key={picture.publicId} className="grid gap-1">
              <img
                {...pictureIn(picture.url, '7rem')}
                alt={picture.alt || t`Photo ${at + 1}`}
                width={112}
                height={140}
                loading="lazy"
                className="h-35 w-28 rounded-md bg-sunken object-cover"
              />
              {picture.review !== 'shown' && (
                <Badge tone={picture.review === 'held' ? 'warning' : 'danger'}>
                  {picture.review === 'held' ? t`In review` : t`Rejected`}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      <UserText>{user.bio ?? <span className="text-muted">{t`No bio`}</span>}</UserText>
      {profile.prompts.map(({ question, answer }) => (
        <div key={question}>
          <p className="text-muted text-caption" dir="auto">
            {words.prompt(question)}
          </p>
          <p className="text-start" dir="auto">
            {answer}
          </p>
        </div>
      ))}
      <Suspense>{profile.voice && <ProfileVoice userId={user._id} voice={profile.voice} />}</Suspense>
      <Lists profile={profile} />
      {fields.length > 0 && (
        <FactsList
          facts={fields.map(({ id, label, text }) => [
            label,
            text ?? revealed.find((each) => each.id === id)?.text ?? '•••••',
          ])}
        />
      )}
    </section>
  )
}

function Lists({ profile }: Pick<UserDetails, 'profile'>) {
  const { t } = useLingui()
  const formats = useFormats()
  const words = useSuggestedWords()
  return (
    <>
      {profile.interests.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {profile.interests.map((each) => (
            <span key={each} className={chipClass()}>
              <bdi>{words.interests.wordOf(each)}</bdi>
            </span>
          ))}
        </p>
      )}
      {profile.languages.length > 0 && (
        <p className="text-muted">{t`Speaks ${formats.list(profile.languages.map(words.spoken.wordOf))}.`}</p>
      )}
    </>
  )
}
