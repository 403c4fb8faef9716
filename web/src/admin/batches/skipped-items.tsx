import type { Batch } from '@kindred/contract/moderation/batches'
import { Plural, Trans } from '@lingui/react/macro'

export const SkippedItems = ({ refused, className }: { refused: Batch['refused']; className: string }) =>
  refused.length > 0 && (
    <ul className={className}>
      {refused.map(({ why, count }) => (
        <li key={why}>
          <Trans>
            <Plural value={count} one="# skipped" other="# skipped" />: {why}
          </Trans>
        </li>
      ))}
    </ul>
  )
