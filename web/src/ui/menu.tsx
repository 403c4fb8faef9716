import { DropdownMenu, Tabs as RadixTabs, Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './menu.module.css'

export type MenuItem = { label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }

export function Menu({ trigger, items }: { trigger: ReactNode; items: MenuItem[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-20 grid min-w-48 gap-0.5 rounded-lg bg-raised p-1.5 shadow-lg"
        >
          {items.map(({ label, icon, danger, onSelect }) => (
            <DropdownMenu.Item
              key={label}
              onSelect={onSelect}
              className={
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 outline-none ' +
                `data-highlighted:bg-sunken ${danger ? 'text-danger' : 'text-ink'}`
              }
            >
              {icon}
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function Tabs({ tabs, label }: { tabs: { id: string; label: string; content: ReactNode }[]; label: string }) {
  return (
    <RadixTabs.Root defaultValue={tabs[0]?.id ?? ''} className="grid gap-4">
      <RadixTabs.List className={styles['tabs']} aria-label={label}>
        {tabs.map(({ id, label: name }) => (
          <RadixTabs.Trigger key={id} value={id}>
            {name}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map(({ id, content }) => (
        <RadixTabs.Content key={id} value={id}>
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}

export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            className="z-50 rounded-sm bg-ink px-2.5 py-1.5 text-caption text-surface"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}
