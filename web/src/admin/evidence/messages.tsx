import type { FrozenMessage, FrozenVoice } from '@kindred/contract/moderation/evidence'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { useFormats } from '../../ui/use-formats.ts'

type Props = {
  messages: readonly FrozenMessage[]
  /** True for reports made by a rule, which have no reporter: the other person is called the reader. */
  byRule?: boolean
  voiceOf?: (voice: FrozenVoice) => ReactNode
  sinceOf?: (message: FrozenMessage) => ReactNode
  actionsFor?: (messageId: string) => ReactNode
}

export function Messages({ messages, byRule, voiceOf, sinceOf, actionsFor }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <section className="grid gap-2" aria-label={t`Messages`}>
      <h3>{t`Messages`}</h3>
      <ol className="grid gap-2">
        {messages.map((message) => {
          const { _id, by, text, picture, voice, at, deletedAt, isReported, isNote } = message
          return (
            <li
              key={_id}
              className={`grid gap-1 rounded-md p-3 ${isReported ? 'border-2 border-warning' : 'bg-sunken'}`}
            >
              <p className="text-muted text-caption">
                {formats.series(
                  by === 'reported' ? t`Reported person` : byRule ? t`Reader` : t`Reporter`,
                  formats.dayAndTime(at),
                  isNote && t`note on a like`,
                  deletedAt && t`deleted by the sender`,
                )}{' '}
                {isReported && <strong>{byRule ? t`Flagged by a rule` : t`Reported`}</strong>}
              </p>
              <UserText>{text}</UserText>
              {text && voice && <p className="text-muted text-caption">{t`Transcript sent with the voice note`}</p>}
              {picture && <p>{t`Photo`}</p>}
              {voice && (voiceOf?.(voice) ?? <p>{t`Voice note`}</p>)}
              {!isNote && sinceOf?.(message)}
              {by === 'reported' && !isNote && actionsFor?.(_id)}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
