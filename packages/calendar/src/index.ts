export { type CalendarCase, icalendar } from './icalendar.ts';
