import { Trans } from '@lingui/react/macro'

export const OpenersList = ({ openers, onPick }: { openers: readonly string[]; onPick: (text: string) => void }) => (
  <div className="grid gap-2">
    <h3 className="text-small! font-medium! text-muted">
      <Trans>Start with one of these</Trans>
    </h3>
    {openers.map((opener) => (
      <button
        key={opener}
        type="button"
        dir="auto"
        className={
          'min-h-11 rounded-lg border border-line-strong bg-surface px-4 py-2.5 text-start text-ink ' +
          'wrap-anywhere hover:bg-sunken'
        }
        onClick={() => onPick(opener)}
      >
        <span className="line-clamp-2">{opener}</span>
      </button>
    ))}
  </div>
)
