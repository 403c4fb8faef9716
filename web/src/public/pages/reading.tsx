import type { LegalName } from '@kindred/contract/operations/documents'
import { Trans } from '@lingui/react/macro'
import { lazy, type ComponentProps, type ReactNode, Suspense } from 'react'
import { useIsOn } from '../../api/house.ts'
import { useSettings } from '../../api/settings.ts'
import { useSession } from '../../session/store.ts'

/** A text page in one column. Its sections are numbered, because other texts refer to them. */
export function Reading({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) {
  return (
    <article className="mx-auto grid max-w-2xl gap-6 py-10">
      <header className="grid gap-3">
        <h1>{title}</h1>
        {lead && <p className="text-lead text-ink-2">{lead}</p>}
      </header>
      {children}
    </article>
  )
}

export function Section({ title, id, children }: { title: ReactNode; id?: string; children: ReactNode }) {
  return (
    <section className="grid gap-2" id={id}>
      <h2>{title}</h2>
      <div className="grid gap-3 text-ink-2">{children}</div>
    </section>
  )
}

/**
 * Our legal texts are templates. The note asks operators to have a lawyer adapt them, so only administrators see it.
 */
export const TemplateNote = ({ children }: { children: ReactNode }) =>
  useSession(({ user }) => user?.isAdmin) && (
    <p className="text-small rounded-md bg-sunken px-4 py-3 text-ink-2">{children}</p>
  )

/** What money can't change. */
export const FairOrder = () =>
  useIsOn('boosts') ? (
    <Trans>Apart from a Boost, which is labeled, paying never changes the order in which people are shown.</Trans>
  ) : (
    <Trans>Paying never changes the order in which people are shown.</Trans>
  )

/** The brand and contact address, for texts outside components. */
export const Brand = () => useSettings().brand
export const SupportEmail = () => useSettings().supportEmail

const OwnDocument = lazy(() => import('./own-document.tsx'))
const ComingDocument = lazy(async () => ({ default: (await import('./own-document.tsx')).ComingDocument }))

/** The operator's text in place of ours. */
export const OwnText = (props: ComponentProps<typeof OwnDocument>) => (
  <Suspense>
    <OwnDocument {...props} />
  </Suspense>
)

/** What the operator has announced in place of our text. */
export const Coming = ({ name }: { name: LegalName }) =>
  useSettings().documents?.coming.some((each) => each.name === name) && (
    <Suspense>
      <ComingDocument name={name} />
    </Suspense>
  )
