import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NotFoundPage } from '../app/not-found-page.tsx'

export const Route = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })
