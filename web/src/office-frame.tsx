import type { ReactNode } from 'react'
import { AdminFrame } from './admin/layout/admin-frame.tsx'
import { Footer } from './public/layout/footer.tsx'

/** The back office's frame with the footer that all areas share. */
export default function OfficeFrame({ children }: { children: ReactNode }) {
  return <AdminFrame footer={<Footer />}>{children}</AdminFrame>
}
