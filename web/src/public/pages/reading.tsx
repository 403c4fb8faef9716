import type { ReactNode } from 'react'
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

/** The brand and contact address, for texts outside components. */
export const Brand = () => useSettings().brand
export const SupportEmail = () => useSettings().supportEmail
