import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { usePage, useSettings } from '../../api/settings.ts'
import { logout } from '../../session/actions.ts'
import { Button } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'

/** A screen in place of the app. Its title doesn't tell people who look over a shoulder what it is about. */
export function AbroadFrame({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const { brand } = useSettings()
  const { t } = useLingui()
  const main = useRef<HTMLElement>(null)
  usePage(title)
  useEffect(() => main.current?.focus(), [])
  return (
    <div data-area="member" className="mx-auto grid min-h-dvh w-full max-w-xl content-start gap-6 px-5 pb-16">
      <header className="flex h-16 items-center justify-between gap-4">
        <span className={logoClass}>
          <Logo brand={brand} />
        </span>
        <Button tone="ghost" size="sm" onClick={() => logout()}>{t`Sign out`}</Button>
      </header>
      <main id="main" ref={main} tabIndex={-1} className="grid gap-6 outline-none">
        <div className="grid gap-1">
          <h1>{title}</h1>
          <p className="text-ink-2">{lead}</p>
        </div>
        {children}
      </main>
    </div>
  )
}
