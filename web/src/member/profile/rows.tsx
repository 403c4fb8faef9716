import type { OwnUser } from '@kindred/contract/profiles/users'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  BadgeCheck,
  ChevronRight,
  Images,
  IdCard,
  Luggage,
  ListChecks,
  type LucideIcon,
  Mic,
  Quote,
  Sparkles,
  TextQuote,
  UserRound,
} from 'lucide-react'
import { useFormats } from '../../ui/use-formats.ts'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import { useAnswerText } from '../fields/use-answer-text.ts'
import { useIsOn, useIsOnePlace } from '../../api/house.ts'
import { useFields } from '../fields/use-fields.ts'
import { useWords } from '../people/words.ts'
import { useUntil } from '../travel/use-until.ts'

export type SheetId =
  | 'photos'
  | 'bio'
  | 'prompts'
  | 'basics'
  | 'interests'
  | 'voice'
  | 'gender'
  | 'verification'
  | 'fields'
  | 'travel'

type Row = {
  id: SheetId
  name: string
  Icon: LucideIcon
  /** What is filled in, or an empty text. */
  state: string
  /** The beginnings of the names of its drafts. */
  drafts?: readonly string[]
}

function useRows({ pictures, bio, prompts, interests, basics, voice, gender, photoChecked, intention, trip }: OwnUser) {
  const { t } = useLingui()
  const formats = useFormats()
  const words = useWords()
  const suggested = useSuggestedWords()
  const { fields } = useFields()
  const hasPhotoChecks = useIsOn('photoChecks')
  const answerText = useAnswerText()
  const [isOnePlace, until] = [useIsOnePlace(), useUntil()]
  const photos = pictures.length
  const answers = prompts.length
  const rows: Row[] = [
    {
      id: 'photos',
      name: t`Photos`,
      Icon: Images,
      state: photos > 0 ? t`${plural(photos, { one: '# photo', other: '# photos' })}` : '',
      drafts: ['photo.'],
    },
    { id: 'bio', name: t`Bio`, Icon: TextQuote, state: bio ?? '', drafts: ['profile.bio'] },
    {
      id: 'prompts',
      name: t`Prompts`,
      Icon: Quote,
      state: answers > 0 ? t`${plural(answers, { one: '# answer', other: '# answers' })}` : '',
      drafts: ['profile.prompts'],
    },
    {
      id: 'basics',
      name: t`Basics`,
      Icon: IdCard,
      state: formats.series(words.intention(intention), ...Object.values(words.basics(basics))),
      drafts: ['profile.about', 'profile.city', 'profile.basics'],
    },
    {
      id: 'interests',
      name: t`Interests`,
      Icon: Sparkles,
      state: formats.list(interests.map(suggested.interests.wordOf)),
      drafts: ['profile.interests'],
    },
    { id: 'voice', name: t`Voice`, Icon: Mic, state: voice ? t`1 answer` : '' },
    { id: 'gender', name: t`Gender`, Icon: UserRound, state: words.gender(gender) ?? '', drafts: ['gender'] },
  ]
  if (!isOnePlace)
    rows.push({
      id: 'travel',
      name: t`Travel`,
      Icon: Luggage,
      state: trip ? until(trip) : t`Meet people in another city for a while`,
    })
  if (hasPhotoChecks || photoChecked)
    rows.push({
      id: 'verification',
      name: t`Photo verification`,
      Icon: BadgeCheck,
      state: photoChecked ? t`Verified` : '',
    })
  if (fields.length > 0)
    rows.push({
      id: 'fields',
      name: t`More about you`,
      Icon: ListChecks,
      state: formats.series(
        ...fields.flatMap((field) => (field.answer ? [answerText(field, field.answer.value)] : [])),
      ),
      drafts: ['profile.fields'],
    })
  return rows
}

type Props = {
  user: OwnUser
  /** The names of all drafts. */
  drafts: readonly string[]
  onOpen: (sheet: SheetId) => void
}

/** The parts of the profile with what each contains. Each opens a sheet. */
export function Rows({ user, drafts, onOpen }: Props) {
  return (
    <ul className="card grid grid-cols-[minmax(0,1fr)] p-2!">
      {useRows(user).map((row) => (
        <OneRow
          key={row.id}
          row={row}
          isUnsaved={row.drafts?.some((name) => drafts.some((each) => each.startsWith(name))) ?? false}
          onOpen={() => onOpen(row.id)}
        />
      ))}
    </ul>
  )
}

type OneProps = { row: Row; isUnsaved: boolean; onOpen: () => void }

function OneRow({ row: { name, Icon, state }, isUnsaved, onOpen }: OneProps) {
  const { t } = useLingui()
  return (
    <li>
      <button
        type="button"
        className={
          'flex min-h-14 w-full items-center gap-3 rounded-md border-0 bg-transparent px-3 py-2 text-start ' +
          'hover:bg-sunken'
        }
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <Icon className="icon flex-none text-ink-2" />
        <span className="grid min-w-0 flex-1">
          <span className="font-medium">{name}</span>
          {isUnsaved ? (
            <span className="text-small text-accent-text">{t`Unsaved changes`}</span>
          ) : (
            <span className="truncate text-small text-muted" dir="auto">
              {state || t`Add`}
            </span>
          )}
        </span>
        <ChevronRight className="icon flex-none text-muted" size={20} />
      </button>
    </li>
  )
}
