import { createFileRoute } from '@tanstack/react-router'
import { TransparencyPage } from '../../books/transparency-page.tsx'

export const Route = createFileRoute('/_app/transparency')({ component: TransparencyPage })
