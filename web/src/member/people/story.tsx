import type { Basics, Interval, ListedPerson, Picture, Prompt, Reason } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  Baby,
  BriefcaseBusiness,
  Check,
  Cigarette,
  GraduationCap,
  HandHeart,
  Languages,
  type LucideIcon,
  Ruler,
  Salad,
  Target,
  UserRound,
  Wine,
} from 'lucide-react'
import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react'
import { useOwnValues } from '../../api/use-own-values.ts'
import { useSession } from '../../session/store.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { photoClass } from '../../ui/classes.ts'
import { chipClass } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { UserText } from '../../ui/user-text.tsx'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import { storyClass } from './classes.ts'
import { photoSizes } from './cover.tsx'
import { Fit, Reasons } from './fit.tsx'
import { LikeThis, type OnLike } from './liking.tsx'
import { PhotoMenu } from './photo-menu.tsx'
import { Photo } from './photo.tsx'
import { scoreIn } from './score-in.ts'
import { useWords } from './words.ts'

const VoiceAnswer = lazy(() => import('../voice/voice-answer.tsx'))

type Props = {
  person: ListedPerson
  interval: Interval | null
  reasons: readonly Reason[]
  /** True for a preview of the member's own profile, in which nothing counts as shared. */
  isOwn?: boolean
  onLike?: OnLike | undefined
  onBlocked?: (() => void) | undefined
  /** Shown at the end. */
  children?: ReactNode
  frame?: ComponentProps<'div'>
}

const panelClass = 'phone:rounded-xl phone:bg-surface phone:p-5 phone:shadow-edge'

/** A profile below its first photo: words and photos in turn, with what both share between them. */
export function Story({ person, interval, reasons, isOwn = false, onLike, onBlocked, children, frame }: Props) {
  const { t } = useLingui()
  const { bio, voice, prompts, pictures, compatibilityScore } = person
  const score = scoreIn(compatibilityScore, interval)
  const [firstPrompt, ...otherPrompts] = prompts
  const [, secondPhoto, ...otherPhotos] = pictures
  const photo = (picture: Picture | undefined) =>
    picture && <StoryPhoto {...{ person, picture, isOwn, onLike, onBlocked }} />
  const words = bio && (
    <section className={panelClass}>
      <UserText>{bio}</UserText>
    </section>
  )
  return (
    <div className={storyClass} {...frame}>
      {firstPrompt ? <Answer prompt={firstPrompt} onLike={onLike} /> : words}
      {photo(secondPhoto)}
      {compatibilityScore !== null && (
        <section className={`grid gap-5 ${panelClass}`} aria-label={t`Why you see ${person.firstName}`}>
          {interval && (score === null ? <TooEarly /> : <Fit score={score} interval={interval} />)}
          <Reasons reasons={reasons} />
        </section>
      )}
      <Facts person={person} isOwn={isOwn} />
      <OwnFields person={person} />
      <Interests person={person} isOwn={isOwn} />
      {firstPrompt && words}
      {voice && (
        <section className={`grid min-h-19 grid-cols-1 content-start ${panelClass}`}>
          <Suspense>
            <VoiceAnswer userId={person._id} name={person.firstName} answer={voice} />
          </Suspense>
        </section>
      )}
      {otherPrompts.map((prompt, at) => [
        photo(otherPhotos[at]),
        <Answer key={prompt.question} prompt={prompt} onLike={onLike} />,
      ])}
      {otherPhotos.slice(otherPrompts.length).map(photo)}
      {children}
    </div>
  )
}

/** Instead of a score that is still a guess. */
const TooEarly = () => (
  <p className="text-muted">
    <Trans>
      It’s too early for a score. <Link to={paths.questions}>Answer more questions</Link> to get one.
    </Trans>
  </p>
)

type PhotoProps = Pick<Props, 'person' | 'isOwn' | 'onLike' | 'onBlocked'> & { picture: Picture }

const StoryPhoto = ({ person: { _id: id, firstName: name }, picture, isOwn, onLike, onBlocked }: PhotoProps) => (
  <figure key={picture.publicId} className={`${photoClass} shadow-edge!`}>
    <Photo picture={picture} sizes={photoSizes} />
    {!isOwn && <PhotoMenu person={{ id, name }} photo={picture} onBlocked={onBlocked} />}
    {onLike && (
      <LikeThis
        about={{ kind: 'photo', photo: picture }}
        onLike={onLike}
        place="absolute inset-e-4 bottom-4 size-12!"
      />
    )}
  </figure>
)

/** Answers up to this length are set in larger type. */
const SHORT = 90

function Answer({ prompt, onLike }: { prompt: Prompt; onLike: OnLike | undefined }) {
  const suggested = useSuggestedWords()
  const { question, answer } = prompt
  return (
    <section className={`grid gap-3 ${panelClass} phone:pt-6!`}>
      <h3 className="text-small! font-medium! text-muted" dir="auto">
        {suggested.prompt(question)}
      </h3>
      <div className="flex items-end gap-3">
        <p
          className={
            'min-w-0 flex-1 text-start font-display font-[480] tracking-[-0.015em] ' +
            (answer.length > SHORT ? 'text-lead/7' : 'text-title/9')
          }
          dir="auto"
        >
          {answer}
        </p>
        {onLike && (
          <LikeThis
            about={{ kind: 'prompt', prompt }}
            onLike={onLike}
            place="size-12! shadow-[0_0_0_1px_var(--line-strong)]!"
          />
        )}
      </div>
    </section>
  )
}

const factIcons: Record<keyof Basics, LucideIcon> = {
  height: Ruler,
  work: BriefcaseBusiness,
  education: GraduationCap,
  children: Baby,
  smoking: Cigarette,
  drinking: Wine,
  diet: Salad,
  religion: HandHeart,
}

const factKeys = Object.keys(factIcons) as (keyof Basics)[]

type FactsProps = { person: ListedPerson; isOwn: boolean }

function Facts({ person, isOwn }: FactsProps) {
  const words = useWords()
  const formats = useFormats()
  const suggested = useSuggestedWords()
  const sharesIntention = useSession(({ user }) => !isOwn && user?.intention === person.intention)
  const basics = words.basics(person.basics)
  // The operator’s list has only these keys.
  const own = useOwnValues().basics?.map(({ id }) => id as keyof Basics)
  const languages = person.languages.length > 0 && formats.list(person.languages.map(suggested.spoken.wordOf))
  const facts: [Icon: LucideIcon, text: string | false | null | undefined, both?: boolean][] = [
    [UserRound, words.gender(person.gender)],
    [Target, words.intention(person.intention), sharesIntention],
    ...(own ?? factKeys).map((key): [LucideIcon, string | null | undefined] => [factIcons[key], basics[key]]),
    [Languages, languages],
  ]
  return (
    <ul className={`flex flex-wrap gap-x-5 gap-y-3 ${panelClass}`}>
      {facts.map(
        ([Icon, text, both]) =>
          text && (
            <li key={text} className="inline-flex min-w-0 items-center gap-2">
              <Icon className={`icon size-5 flex-none ${both ? 'text-positive' : 'text-muted'}`} />
              <bdi>{text}</bdi>
              {both && <LikeYou />}
            </li>
          ),
      )}
    </ul>
  )
}

/** Answers to the community’s own fields. */
function OwnFields({ person: { fields = [] } }: Pick<FactsProps, 'person'>) {
  if (fields.length === 0) return null
  return (
    <dl className={`grid gap-x-5 gap-y-3 sm:grid-cols-2 ${panelClass}`}>
      {fields.map(({ id, label, text }) => (
        <div key={id} className="grid min-w-0 content-start gap-0.5">
          <dt className="text-small text-muted" dir="auto">
            {label}
          </dt>
          <dd className="wrap-anywhere" dir="auto">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const LikeYou = () => (
  <>
    <Check className="icon flex-none text-positive" size={16} />
    <span className="sr-only">
      {' '}
      <Trans>like you</Trans>
    </span>
  </>
)

/** Shared interests come first. */
function Interests({ person: { interests }, isOwn }: FactsProps) {
  const { t } = useLingui()
  const suggested = useSuggestedWords()
  const mine = useSession(({ user }) => (isOwn ? undefined : user?.interests))
  if (interests.length === 0) return null
  const own = new Set(mine?.map((each) => each.toLowerCase()))
  const isShared = (interest: string) => own.has(interest.toLowerCase())
  const sorted = [...interests.filter(isShared), ...interests.filter((each) => !isShared(each))]
  return (
    <section className={panelClass} aria-label={t`Interests`}>
      <ul className="flex flex-wrap gap-2">
        {sorted.map((each) => (
          <li key={each} className={chipClass(isShared(each) && 'shared')}>
            <bdi>{suggested.interests.wordOf(each)}</bdi>
            {isShared(each) && <LikeYou />}
          </li>
        ))}
      </ul>
    </section>
  )
}
