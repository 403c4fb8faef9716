import type { NewMatch } from '@kindred/contract/matching/choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { SendHorizontal, UserRound } from 'lucide-react'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { matching } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSession } from '../../session/store.ts'
import { LazyOverlay } from '../../ui/dialog.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import { loadRule } from '../chat/before-sending.ts'
import { saveDraft } from '../chat/drafts.ts'
import { isNearLimit, isTooLong, TextLength } from '../chat/text-length.tsx'
import { useAskFirst } from '../chat/use-ask-first.tsx'
import { useAction } from '../use-action.ts'
import { TheirTurn, useFirstTurn } from './first-message.tsx'
import { LikeNoteText } from './like-note.tsx'
import styles from './match-moment.module.css'
import { useOpeners, useShared } from './openers.ts'

type Props = { match: NewMatch; onClose: () => void }

/** Fills the screen when two people like each other, and takes the first message. */
export default function MatchMoment({ match, onClose }: Props) {
  const { t } = useLingui()
  const { firstName: name } = match.user
  return (
    <LazyOverlay
      open
      onClose={onClose}
      title={match.kind === 'friends' ? t`You and ${name} matched as friends` : t`You and ${name} like each other`}
      titleClass="order-2 text-balance text-center text-[2rem]/9"
      className={
        'inset-0 grid content-center justify-items-center gap-5 overflow-auto bg-panel px-5 py-8 text-panel-ink ' +
        'wrap-anywhere'
      }
    >
      <Portraits match={match} />
      <Words match={match} onClose={onClose} />
    </LazyOverlay>
  )
}

export function Portraits({ match: { user } }: { match: Pick<NewMatch, 'user'> }) {
  const me = useSession((session) => session.user)
  return (
    <div className={`${styles['pair']} order-1`} aria-hidden="true">
      <Portrait side="mine" url={me?.profilePicture ?? null} />
      <Portrait side="theirs" url={user.profilePicture} />
      <svg className={styles['leaves']} viewBox="11 2 18 28">
        <path d="M12.2 15.4v-1.6A10.8 10.8 0 0 1 23 3h4.4v1.6a10.8 10.8 0 0 1-10.8 10.8z" />
        <path d="M12.2 16.6h4.4a10.8 10.8 0 0 1 10.8 10.8V29H23a10.8 10.8 0 0 1-10.8-10.8z" />
      </svg>
    </div>
  )
}

const Portrait = ({ side, url }: { side: 'mine' | 'theirs'; url: string | null }) => (
  <div className={`${styles['portrait']} ${styles[side]} row-start-1`}>
    {url ? (
      <img {...pictureIn(url, '11rem')} alt="" />
    ) : (
      <span className="grid h-full place-items-center">
        <UserRound size={64} />
      </span>
    )}
  </div>
)

function Words({ match, onClose }: Props) {
  const { _id, user, theirLike } = match
  const { t } = useLingui()
  const { firstName: name } = user
  const isTheirs = useFirstTurn(match) === 'theirs'
  const [text, setText] = useState('')
  const action = useAction()
  const { ask, question } = useAskFirst(_id, name)
  const shared = useShared(user)
  const openers = useOpeners(user, shared)
  /** The client id of a text whose answer may have been lost. */
  const clientId = useRef<string>(undefined)
  const write = (value: string) => {
    clientId.current = undefined
    setText(value)
    // Escape and Back close the moment, too.
    saveDraft(_id, value)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong(text)) return
    clientId.current ??= crypto.randomUUID()
    const body = { clientId: clientId.current, text: text.trim() }
    const deliver = () =>
      action.run(async () => {
        await withRetry(() => matching.sendMessage({ params: { id: _id }, body }))
        saveDraft(_id, '')
        toast({ text: t`Sent to ${name}.` })
        onClose()
      })
    void ask(body.text, () => void deliver())
  }
  return (
    <div className={`${styles['words']} order-3 grid w-full max-w-md grid-cols-[minmax(0,1fr)] gap-4`}>
      <Shared interests={shared} />
      {theirLike && (
        <div className="justify-self-center text-ink">
          <LikeNoteText like={theirLike} name={name} received isOfBoth />
        </div>
      )}
      {isTheirs ? (
        <TheirTurn name={name} />
      ) : (
        <>
          <div className="flex flex-wrap justify-center gap-2">
            {openers.map((opener) => (
              <Chip key={opener} onPick={() => write(opener)}>
                {opener}
              </Chip>
            ))}
          </div>
          <form
            className="flex items-end gap-2 rounded-[1.75rem] bg-surface p-1.5 ps-5 text-ink focus-within:outline-2"
            onSubmit={send}
          >
            <textarea
              className="field-sizing-content max-h-32 min-h-11 flex-1 resize-none border-0 bg-transparent py-2.5 outline-none"
              rows={1}
              dir="auto"
              aria-invalid={isTooLong(text) || undefined}
              aria-describedby={isNearLimit(text) ? 'first-message-length' : undefined}
              aria-label={t`Message to ${name}`}
              placeholder={t`Say something kind`}
              data-first={matchMedia('(pointer: fine)').matches || undefined}
              value={text}
              onChange={({ target }) => {
                write(target.value)
                void loadRule()
              }}
            />
            <button
              type="submit"
              aria-label={t`Send`}
              title={t`Send`}
              disabled={!text.trim() || isTooLong(text) || action.busy}
              className="grid size-11 flex-none place-items-center rounded-full border-0 bg-accent p-0 text-accent-ink"
            >
              <SendHorizontal className="icon" />
            </button>
          </form>
          <TextLength id="first-message-length" text={text} className="rounded-lg bg-surface px-5 py-2" />
        </>
      )}
      <ErrorNote>{action.text}</ErrorNote>
      {question}
      <button
        type="button"
        className="min-h-11 justify-self-center border-0 bg-transparent px-4 font-medium text-panel-muted"
        onClick={onClose}
      >
        <Trans>Keep looking</Trans>
      </button>
    </div>
  )
}

function Shared({ interests }: { interests: readonly string[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const words = useSuggestedWords()
  const [first, second] = interests.map(words.interestWithin)
  if (!first) return null
  const what = second ? formats.list([first, second]) : first
  return <p className="text-center text-panel-muted">{t`You both like ${what}`}</p>
}

const Chip = ({ children, onPick }: { children: ReactNode; onPick: () => void }) => (
  <button
    type="button"
    dir="auto"
    className={
      'min-h-11 rounded-[1.375rem] border border-[color-mix(in_oklab,var(--pine-panel-muted)_55%,transparent)] ' +
      'bg-transparent px-4 py-2 text-small text-panel-ink'
    }
    onClick={onPick}
  >
    {children}
  </button>
)
