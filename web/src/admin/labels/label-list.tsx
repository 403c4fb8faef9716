import type { Label } from '@kindred/contract/moderation/label'
import { Badge } from '../../ui/pieces.tsx'

type Props = {
  labels: readonly Label[] | undefined
  /** The number of labels to show. The title names the rest. */
  most?: number
}

export const LabelBadge = ({ label: { name, tone } }: { label: Label }) => (
  <Badge tone={tone}>
    <bdi className="max-w-32 truncate py-px leading-4" title={name}>
      {name}
    </bdi>
  </Badge>
)

/** Labels in the row of a list. */
export function LabelList({ labels = [], most = 2 }: Props) {
  if (labels.length === 0) return null
  const rest = labels.slice(most)
  return (
    <span className="flex min-w-0 items-center gap-1 text-caption/4 phone:flex-wrap [&>span]:min-h-4!">
      {labels.slice(0, most).map((label) => (
        <LabelBadge key={label._id} label={label} />
      ))}
      {rest.length > 0 && (
        <span className="text-muted" title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}
