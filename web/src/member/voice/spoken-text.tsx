import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'

export function SpokenText({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  return (
    <>
      <button
        type="button"
        className="min-h-11 border-0 bg-transparent px-0 text-caption text-inherit underline"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t`Hide transcript` : t`Show transcript`}
      </button>
      {isShown && children}
    </>
  )
}
