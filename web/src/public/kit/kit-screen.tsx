import { useState, type ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { Grounds } from '../../ui/charts/patterns.tsx'
import { usePage } from '../../ui/page.ts'
import { Charts } from './kit-charts.tsx'
import { Overlays } from './kit-overlays.tsx'
import { Buttons, Choices, Fields, Notes, People } from './kit-parts.tsx'
import { Tables } from './kit-tables.tsx'
import { Segments } from '../../ui/segments.tsx'

// Every part of the kit on one page, to be looked at as a whole in both themes and both areas. For us, so its words are
// not translated.

export default function KitScreen() {
  const { brand } = useSettings()
  const [area, setArea] = useState<'member' | 'office'>('member')
  usePage('Kit', brand)
  return (
    <div data-area={area} className="min-h-dvh">
      <Grounds />
      <main id="main" className="mx-auto grid max-w-[88rem] gap-8 px-5 py-10">
        <header className="flex flex-wrap items-center gap-4">
          <h1>The kit</h1>
          <Segments className="ms-auto" label="Area">
            {(['member', 'office'] as const).map((each) => (
              <button key={each} type="button" aria-pressed={area === each} onClick={() => setArea(each)}>
                {each}
              </button>
            ))}
          </Segments>
        </header>
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          <Sheet name="Buttons">
            <Buttons />
          </Sheet>
          <Sheet name="Fields">
            <Fields />
          </Sheet>
          <Sheet name="Choices">
            <Choices />
          </Sheet>
          <Sheet name="Notes">
            <Notes />
          </Sheet>
          <Sheet name="People, badges, waiting">
            <People />
          </Sheet>
          <Sheet name="Over the page">
            <Overlays />
          </Sheet>
        </div>
        <Tables />
        <Charts />
      </main>
    </div>
  )
}

const Sheet = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="card grid gap-4">
    <h2>{name}</h2>
    {children}
  </section>
)
