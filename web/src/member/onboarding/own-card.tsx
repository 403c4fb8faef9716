import type { ProfileChange } from '@kindred/contract/profiles/profile'
import type { OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePlaceWords } from '../../api/place-words.ts'
import { chipClass } from '../../ui/pieces.tsx'
import { portraitIn } from '../../ui/picture.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import { Photo } from '../people/photo.tsx'
import { useWords } from '../people/words.ts'
import type { Step } from './steps.ts'

export type Preview = Partial<Pick<ProfileChange, 'interests' | 'prompts'>>

type Props = { user: OwnUser; step: Step; preview: Preview }

/** Steps with answers that other members don't see. */
const unseen: readonly Step[] = ['looking-for', 'range']

const MOST_CHIPS = 6

function useParts({ user, preview }: Omit<Props, 'step'>) {
  const words = useWords()
  const places = usePlaceWords()
  const suggested = useSuggestedWords()
  const { interests = user.interests, prompts = user.prompts } = preview
  const prompt = prompts.find(({ answer }) => answer.trim() !== '') ?? prompts[0]
  return {
    photo: user.pictures[0],
    age: user.age,
    place: places.city(user.location),
    gender: words.gender(user.gender),
    intention: words.intention(user.intention),
    interests: interests.slice(0, MOST_CHIPS).map(suggested.interests.wordOf),
    prompt: prompt && { question: suggested.prompt(prompt.question), answer: prompt.answer },
  }
}

/** The part of the card that the open question fills in. */
const Part = ({ isOpen, className = '', children }: { isOpen: boolean; className?: string; children: ReactNode }) => (
  <div
    className={
      `${className} rounded-md transition-[outline-color] ` +
      (isOpen ? 'outline-2 outline-offset-4 outline-dashed outline-(--accent)' : '')
    }
  >
    {children}
  </div>
)

const Gap = ({ children }: { children: ReactNode }) => <span className="text-muted">{children}</span>

/** The own card as it grows, in the panel beside the question. */
export function OwnCard({ user, step, preview }: Props) {
  const { t } = useLingui()
  const parts = useParts({ user, preview })
  const { photo, age, place, gender, intention, interests, prompt } = parts
  const facts = [gender, intention].filter(Boolean)
  return (
    <div className="relative grid gap-4" aria-hidden="true">
      <div className="mx-auto w-full max-w-80 overflow-hidden rounded-xl bg-surface text-ink shadow-lg">
        <Part
          isOpen={step === 'photos'}
          className="relative aspect-5/4 overflow-hidden bg-sunken [&_img]:size-full [&_img]:object-cover"
        >
          {photo ? (
            <Photo key={photo.publicId} picture={{ ...photo, alt: '' }} sizes="20rem" eager />
          ) : (
            <span className="grid h-full place-items-center text-muted">
              <UserRound size={72} />
            </span>
          )}
        </Part>
        <div className="grid gap-4 p-5">
          <div className="grid gap-1">
            <Part isOpen={step === 'birthday'} className="justify-self-start">
              <p className="font-display text-[1.625rem]/8 font-[640]" dir="auto">
                {user.firstName} {age !== null && <span className="font-[380]">{age}</span>}
              </p>
            </Part>
            <Part isOpen={step === 'place'} className="justify-self-start">
              <p>{place || <Gap>{t`Your city`}</Gap>}</p>
            </Part>
          </div>
          <Part isOpen={step === 'about' || step === 'intention' || step === 'fields'}>
            <p>{facts.length > 0 ? facts.join(' · ') : <Gap>{t`Who you are`}</Gap>}</p>
          </Part>
          <Part isOpen={step === 'interests'}>
            {interests.length > 0 ? (
              <ul className="flex flex-wrap gap-2">
                {interests.map((each) => (
                  <li key={each} className={chipClass()}>
                    <bdi>{each}</bdi>
                  </li>
                ))}
              </ul>
            ) : (
              <Gap>{t`What you like`}</Gap>
            )}
          </Part>
          <Part isOpen={step === 'words'}>
            {prompt ? (
              <p className="wrap-anywhere">
                <span className="block text-small text-muted">{prompt.question}</span>
                <span className="line-clamp-3 text-lead">{prompt.answer}</span>
              </p>
            ) : (
              <Gap>{t`Something to write to you about`}</Gap>
            )}
          </Part>
        </div>
      </div>
      {unseen.includes(step) && (
        <p className="text-center text-panel-muted">
          <Trans>Your card doesn’t show this.</Trans>
        </p>
      )}
    </div>
  )
}

/** The same in a line above the question, on narrower screens with enough height. */
export function OwnLine({ user, step, preview }: Props) {
  const formats = useFormats()
  const { photo, age, place, intention, interests, prompt } = useParts({ user, preview })
  const facts = [place, intention, interests.length > 0 && formats.list(interests), prompt?.answer].filter(Boolean)
  return (
    <div
      className="mb-6 hidden items-center gap-3 rounded-lg bg-surface p-2 shadow-edge xl:hidden! [@media(min-height:45rem)]:flex"
      aria-hidden="true"
    >
      <Part isOpen={step === 'photos'} className="size-12 flex-none overflow-hidden">
        {photo ? (
          <img className="size-full rounded-md object-cover" {...portraitIn(photo.url, 48)} alt="" />
        ) : (
          <span className="grid size-full place-items-center rounded-md bg-sunken text-muted">
            <UserRound size={24} />
          </span>
        )}
      </Part>
      <p className="min-w-0 flex-1">
        <span className="block truncate font-medium" dir="auto">
          {user.firstName}
          {age !== null && `, ${age}`}
        </span>
        <span className="block truncate text-small text-muted" dir="auto">
          {unseen.includes(step) ? <Trans>Your card doesn’t show this.</Trans> : facts.join(' · ')}
        </span>
      </p>
    </div>
  )
}
