import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Flag, Trash2, Users } from 'lucide-react'
import { usePage } from '../../api/settings.ts'
import { Grounds } from '../../ui/charts/patterns.tsx'
import { Buttons, Choices, Fields, Notes, People, row, Tiles } from './kit-parts.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Button } from '../../ui/button.tsx'
import { CommandPalette } from '../../ui/command-palette.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Table } from '../../ui/table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'

const Charts = lazy(() => import('./kit-charts.tsx').then((all) => ({ default: all.Charts })))
const Photographs = lazy(() => import('./kit-photos.tsx'))

// All UI components on one page, for review in both themes and areas. Only developers see it, so its texts aren't
// translated.

const Small = () => (
  <Menu
    trigger={<Button tone="quiet">Menu</Button>}
    items={[
      { label: 'Report', icon: <Flag size={18} />, onSelect: () => {} },
      { label: 'Block', icon: <Trash2 size={18} />, danger: true, onSelect: () => {} },
    ]}
  />
)

function Overlays() {
  const [open, setOpen] = useState(false)
  const [side, setSide] = useState(false)
  const [palette, setPalette] = useState(false)
  const end = (set: (open: boolean) => void) => {
    const close = () => set(false)
    return { onClose: close, cancel: false, go: 'Done', onGo: close } as const
  }
  return (
    <>
      <div className={row}>
        <Button tone="quiet" onClick={() => setOpen(true)}>
          Dialog
        </Button>
        <Button tone="quiet" onClick={() => setSide(true)}>
          Sheet
        </Button>
        <Small />
      </div>
      <p>
        <kbd>Ctrl</kbd> <kbd>K</kbd> opens the command palette.
      </p>
      <Tabs
        label="Likes"
        tabs={[
          { id: 'a', label: 'Liked you', content: 'Three people' },
          { id: 'b', label: 'You liked', content: 'Nobody yet' },
        ]}
      />
      <Dialog open={open} title="Deactivate Zoë Lindqvist?" {...end(setOpen)}>
        <p>Hidden from discovery at once.</p>
      </Dialog>
      <Dialog open={side} title="Filters" side {...end(setSide)}>
        <p>In from the edge.</p>
      </Dialog>
      <CommandPalette
        open={palette}
        onOpenChange={setPalette}
        words={{ title: 'Commands', placeholder: 'Search for anything', nothing: 'Nothing by that name' }}
        commands={['Dashboard', 'Users', 'Reports'].map((name) => ({
          id: name,
          name,
          icon: <Users size={18} />,
          run: () => toast({ text: name }),
        }))}
      />
    </>
  )
}

const reports = [
  {
    id: '77be02',
    description: 'A very long description that has to be cut somewhere, since a row is one line high',
    status: 'pending',
    replies: 0,
  },
  { id: 'a41f9c', description: 'Selected row', status: 'resolved', replies: 13 },
]

function Tables() {
  const [page, setPage] = useState(1)
  return (
    <div className="grid gap-4 xl:grid-cols-[1fr_20rem]">
      <section className="card grid gap-3 p-0!">
        <Table
          caption="Reports"
          rows={reports}
          keyOf={({ id }) => id}
          columns={[
            { head: 'ID', cell: ({ id }) => <span className="tabular-nums tracking-[0.01em]">{id}</span> },
            {
              head: 'Description',
              cell: ({ description }) => <span className="min-w-0 truncate block max-w-96">{description}</span>,
            },
            {
              head: 'Status',
              cell: ({ status }) => <Badge tone={status === 'pending' ? 'warning' : 'positive'}>{status}</Badge>,
            },
            { head: 'Replies', end: true, cell: ({ replies }) => replies },
          ]}
        />
        <div className="flex px-4 pb-3">
          <Pager page={page} pages={35} onPage={setPage} />
        </div>
        <EmptyState
          title="No reports found matching your criteria."
          action={<Button tone="quiet">Clear the filters</Button>}
        />
      </section>
      <div className="grid content-start gap-4">
        <StatCard label="Total Users" value="1,284,092" detail="412 new this month" icon={<Users className="icon" />} />
        <StatCard label="Average response time" value="N/A" />
      </div>
    </div>
  )
}

export default function KitScreen() {
  const [area, setArea] = useState<'member' | 'office'>('member')
  usePage('Kit')
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
          <Sheet name="Tiles and code">
            <Tiles />
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
        <Sheet name="Photographs">
          <Suspense>
            <Photographs />
          </Suspense>
        </Sheet>
        <Tables />
        <Suspense>
          <Charts />
        </Suspense>
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
