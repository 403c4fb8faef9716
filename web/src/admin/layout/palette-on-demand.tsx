import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentProps } from 'react'

const BackOfficePalette = lazy(() =>
  import('./back-office-palette.tsx').then(({ BackOfficePalette: palette }) => ({ default: palette })),
)

/** Loads the palette when its button or Ctrl-K is first pressed. After that, the palette handles Ctrl-K itself. */
export function PaletteOnDemand(props: ComponentProps<typeof BackOfficePalette>) {
  const { open, onOpenChange } = props
  const [isRequested, setRequested] = useState(false)
  if (open && !isRequested) setRequested(true)
  const openPalette = useEffectEvent(() => onOpenChange(true))
  useEffect(() => {
    if (isRequested) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isRequested])
  return (
    isRequested && (
      <Suspense>
        <BackOfficePalette {...props} />
      </Suspense>
    )
  )
}
