import type { FrozenMessage, MessageNow } from '@kindred/contract/moderation/evidence'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../ui/pieces.tsx'

type Props = { then: FrozenMessage; now: readonly MessageNow[] }

/** What has become of a message since it was reported. Nothing is said of one that is as it was. */
export function MessageSince({ then, now }: Props) {
  const { t } = useLingui()
  const current = now.find(({ _id }) => _id === then._id)
  if (!current || current.isDeleted)
    return then.deletedAt ? null : (
      <p>
        <Badge tone="warning">{current ? t`Since deleted or removed` : t`Deleted with the conversation`}</Badge>
      </p>
    )
  if (current.text === then.text) return null
  return (
    <p className="text-start whitespace-pre-line">
      <Badge tone="warning">{t`Changed`}</Badge> <Trans>Now:</Trans> <bdi>{current.text}</bdi>
    </p>
  )
}
