import type { FrozenMessage, FrozenVoice } from '@kindred/contract/moderation/evidence'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Bubble } from './bubble.tsx'
import { EarlierTexts } from './earlier-texts.tsx'

type Names = Record<FrozenMessage['by'], string>

type Props = {
  title?: string
  messages: readonly FrozenMessage[]
  /** Absent in blind reviews, whose reviewers don't learn who reported. */
  names?: Names
  /** True for reports made by a rule, which have no reporter. */
  byRule?: boolean
  voiceOf?: (voice: FrozenVoice) => ReactNode
  sinceOf?: (message: FrozenMessage) => ReactNode
  actionsFor?: (messageId: string) => ReactNode
}

export function Messages({ title, messages, names, byRule, voiceOf, sinceOf, actionsFor }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const roles: Names = { reported: t`Reported person`, reporter: byRule ? t`Reader` : t`Reporter` }
  return (
    <section className="grid gap-2" aria-label={title ?? t`Messages`}>
      <h3>{title ?? t`Messages`}</h3>
      <ol className="grid gap-3">
        {messages.map((message) => {
          const { _id, by, text, picture, voice, at, editedAt, earlier, deletedAt, isReported, from } = message
          return (
            <li key={_id} className="grid">
              <Bubble
                side={by === 'reported' ? 'start' : 'end'}
                tone={isReported ? 'reported' : 'plain'}
                caption={
                  <>
                    <bdi>{(names ?? roles)[by]}</bdi>
                    {' · '}
                    {formats.series(
                      formats.dayAndTime(at),
                      from === 'note' && t`note on a like`,
                      from === 'date' && t`place of a date`,
                      from === 'call' && t`missed call`,
                      editedAt && t`edited ${formats.dayAndTime(editedAt)}`,
                      deletedAt && from && t`withdrawn ${formats.dayAndTime(deletedAt)}`,
                      deletedAt && !from && t`deleted by the sender ${formats.dayAndTime(deletedAt)}`,
                    )}{' '}
                    {isReported && <strong>{byRule ? t`Flagged by a rule` : t`Reported`}</strong>}
                  </>
                }
              >
                <EarlierTexts texts={earlier} />
                <UserText>{text}</UserText>
                {text && voice && <p className="text-muted text-caption">{t`Transcript sent with the voice note`}</p>}
                {picture && <p>{t`Photo`}</p>}
                {voice && (voiceOf?.(voice) ?? <p>{t`Voice note`}</p>)}
                {!from && sinceOf?.(message)}
                {by === 'reported' && !from && actionsFor?.(_id)}
              </Bubble>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
