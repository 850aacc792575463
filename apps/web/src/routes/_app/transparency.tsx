import { createFileRoute } from '@tanstack/react-router'
import { TransparencyPage } from './-transparency/transparency-page.tsx'

export const Route = createFileRoute('/_app/transparency')({ component: TransparencyPage })
