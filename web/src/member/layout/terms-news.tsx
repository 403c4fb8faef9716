import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { usePlace } from '../../router/place.ts'
import { read, write } from '../../session/storage.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'

const READ = 'coming-terms-read'

/** Cards leave room for the notice, whose height depends on the language (people/classes.ts). */
function leaveRoom(notice: HTMLElement | null) {
  if (!notice) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--news', `${notice.offsetHeight}px`))
  observer.observe(notice)
  return () => {
    observer.disconnect()
    style.removeProperty('--news')
  }
}

export default function TermsNews() {
  return (
    <div ref={leaveRoom}>
      <Notice />
    </div>
  )
}

/** Terms that will change, until the member has put the notice away, or that have changed, until they agree. */
function Notice() {
  const { t } = useLingui()
  const { longDay } = useFormats()
  const { href } = usePlace()
  const coming = useSettings().documents?.coming ?? []
  const mustAgree = useSession(({ missingConsents }) => missingConsents.includes('acceptNewTerms'))
  const key = coming.map(({ name, from }) => `${name} ${from}`).join()
  const [lastRead, setLastRead] = useState(() => read(READ))
  const [first] = coming
  const day = first ? longDay(`${first.from}T12:00:00`) : ''
  if (mustAgree)
    return (
      <Note tone="warning">
        <span className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-2">
          {t`Our terms have changed. To like people and write to them, please agree.`}
          <Link to={paths.agree} search={{ from: href }}>{t`Read and agree`}</Link>
        </span>
      </Note>
    )
  if (!first || lastRead === key) return null
  return (
    <Note tone="info">
      <span className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        {first.name === 'terms' ? t`Our terms change on ${day}.` : t`Our privacy policy changes on ${day}.`}
        <Link to={first.name === 'terms' ? paths.terms : paths.privacy} hash="change">{t`Read what changes`}</Link>
        <Button
          tone="ghost"
          size="sm"
          className="ms-auto"
          onClick={() => {
            write(READ, key)
            setLastRead(key)
          }}
        >{t`Got it`}</Button>
      </span>
    </Note>
  )
}
