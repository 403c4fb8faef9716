import { Outlet } from '@tanstack/react-router'
import { UserLayout } from './user-layout.tsx'

const UserFrame = () => (
  <UserLayout>
    <Outlet />
  </UserLayout>
)
export default UserFrame
