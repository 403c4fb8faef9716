import { Ellipsis } from 'lucide-react'
import { Menu, type MenuItem } from '../../ui/menu.tsx'

/** A menu in the corner of a photo. */
export const CornerMenu = ({ label, items }: { label: string; items: MenuItem[] }) => (
  <Menu
    label={label}
    trigger={
      <button
        type="button"
        aria-label={label}
        className={
          'grid size-11 place-items-center rounded-full border-0 bg-[oklch(0.15_0.01_20/0.45)] p-0 ' +
          'text-[oklch(1_0_0)]'
        }
      >
        <Ellipsis className="icon size-6" />
      </button>
    }
    items={items}
  />
)
