import { Flag, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CommandPalette } from '../../ui/command-palette.tsx'
import { Dialog, dialogEndClass } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { row } from './kit-parts.tsx'

export const Small = () => (
  <>
    <Menu
      trigger={<Button tone="quiet">Menu</Button>}
      items={[
        { label: 'Report', icon: <Flag size={18} />, onSelect: () => {} },
        { label: 'Block', icon: <Trash2 size={18} />, danger: true, onSelect: () => {} },
      ]}
    />
    <Tooltip text="What this is">
      <Button tone="quiet">Tooltip</Button>
    </Tooltip>
  </>
)

export function Overlays() {
  const [open, setOpen] = useState(false)
  const [side, setSide] = useState(false)
  const [palette, setPalette] = useState(false)
  const close = (set: (open: boolean) => void) => (
    <span className={dialogEndClass}>
      <Button onClick={() => set(false)}>Done</Button>
    </span>
  )
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
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Deactivate Zoë Lindqvist?"
        close="Close"
        footer={close(setOpen)}
      >
        <p>Hidden from discovery at once.</p>
      </Dialog>
      <Dialog open={side} onOpenChange={setSide} title="Filters" close="Close" side footer={close(setSide)}>
        <p>In from the edge.</p>
      </Dialog>
      <CommandPalette
        open={palette}
        onOpenChange={setPalette}
        words={{ title: 'Commands', placeholder: 'Search for anything', nothing: 'Nothing by that name' }}
        commands={['Dashboard', 'Users', 'Reports'].map((name) => ({
          id: name,
          name,
          icon: <Users size={18} aria-hidden="true" />,
          run: () => toast({ text: name }),
        }))}
      />
    </>
  )
}
