import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'

export const Byline = ({ by, when }: { by: string; when: string }) => (
  <Trans>
    <bdi>{by}</bdi>, {when}
  </Trans>
)

/** A member's own text, with its line breaks and text direction. */
export const UserText = ({ children }: { children: ReactNode }) =>
  children ? (
    <p className="text-start wrap-anywhere whitespace-pre-line" dir="auto">
      {children}
    </p>
  ) : null
