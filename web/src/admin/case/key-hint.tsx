import { kbdClass } from '../layout/keys.ts'

/** The key of a button, for those who see it. Screen readers get it from `aria-keyshortcuts`. */
export const KeyHint = ({ children }: { children: string }) => (
  <kbd className={`${kbdClass} bg-transparent! text-inherit! phone:hidden pointer-coarse:hidden`} aria-hidden="true">
    {children}
  </kbd>
)
