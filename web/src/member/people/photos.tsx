import type { Picture } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Photo } from './photo.tsx'

/** One picture at a time, turned by a tap on its sides, by the arrows under the pointer, or by the keyboard. */
export function Photos({ pictures, name }: { pictures: readonly Picture[]; name: string }) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const shown = pictures[Math.min(at, pictures.length - 1)]
  const turn = (by: number) => setAt((at + by + pictures.length) % pictures.length)
  const [number, count] = [at + 1, pictures.length]
  return (
    <figure className="photo" aria-label={t`Photos of ${name}`}>
      {shown ? (
        <Photo key={shown.publicId} picture={shown} eager />
      ) : (
        <span className="grid h-full place-items-center text-muted">
          <UserRound size={96} aria-hidden="true" />
        </span>
      )}
      {pictures.length > 1 && (
        <>
          <div className="segs" role="img" aria-label={t`Photo ${number} of ${count}`}>
            {pictures.map(({ publicId }, each) => (
              <i key={publicId} className={each <= at ? 'on' : ''} />
            ))}
          </div>
          <button type="button" className="turn left-0" aria-label={t`Photo before`} onClick={() => turn(-1)}>
            <ChevronLeft size={28} aria-hidden="true" />
          </button>
          <button type="button" className="turn right-0 justify-end" aria-label={t`Next photo`} onClick={() => turn(1)}>
            <ChevronRight size={28} aria-hidden="true" />
          </button>
        </>
      )}
    </figure>
  )
}
