export { UserLayout as default } from './user-layout.tsx'
