/** Answers of a healthy core API, for the behaviour `healthy` of `FaultyUpstream`. */

export const FLEET_PATHS = [
  "/dashboard/metrics",
  "/dashboard/users/total",
  "/dashboard/users/monthly",
  "/dashboard/users/weekly",
  "/dashboard/users/daily",
];

const TOTAL_TRIPS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const NEWEST = Date.UTC(2025, 7, 19, 12);
const COUNTRIES = ["India", "Germany", "Italy"];

function trip(index: number) {
  const start = NEWEST - index * DAY_MS;
  return {
    id: `trip-${index + 1}`,
    wallet: `0x${(index + 1).toString(16).padStart(40, "0")}`,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 30 * 60_000).toISOString(),
    duration: 1800,
    distance: 12.345,
    beats: 120,
    country: COUNTRIES[index % COUNTRIES.length],
  };
}

const allTrips = Array.from({ length: TOTAL_TRIPS }, (_, index) => trip(index));

/** A page of a list of trips, with its pagination. */
function page(trips: typeof allTrips, query: URLSearchParams) {
  const currentPage = Number(query.get("page") ?? 1);
  const itemsPerPage = Number(query.get("limit") ?? 12);
  const end = currentPage * itemsPerPage;
  const hasNextPage = end < trips.length;
  const pagination = { currentPage, itemsPerPage, totalItems: trips.length, hasNextPage };
  return {
    trips: trips.slice(end - itemsPerPage, end),
    pagination: { ...pagination, hasPrevPage: currentPage > 1 },
  };
}

function matching(query: URLSearchParams) {
  const [date, country] = [query.get("date"), query.get("country")];
  return allTrips.filter(
    (trip) =>
      (date === null || trip.start_time.startsWith(date)) &&
      (country === null || trip.country === country),
  );
}

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const hours = ["00", "04", "08", "12", "14", "16", "18"];

const answers: Record<string, (query: URLSearchParams) => unknown> = {
  "/dashboard/metrics": () => ({
    totalTrips: 48_210,
    distanceCovered: 612_480.317,
    totalBeats: 45_267_000,
    totalHours: 10_250.5,
    totalUsers: 1234,
    monthlyActiveUsers: 456,
    weeklyActiveUsers: 123,
    dailyActiveUsers: 45,
  }),
  "/dashboard/users/total": () => ({
    data: [
      { month: "Jul", users: 1100 },
      { month: "Aug", users: 1234 },
    ],
    growthRate: 12.18,
  }),
  "/dashboard/users/monthly": () => ({
    data: [
      { month: "Jul", users: 400, highlight: false },
      { month: "Aug", users: 456, highlight: true },
    ],
    growthRate: 14,
  }),
  "/dashboard/users/weekly": () => ({
    data: days.map((day, index) => ({ day, active: 20 + index })),
    growthRate: -3.5,
    totalActiveUsers: 123,
  }),
  "/dashboard/users/daily": () => ({
    data: hours.map((time, index) => ({ time, trips: 5 * index })),
  }),
  "/trips": (query) => page(matching(query), query),
  "/trips/search": (query) => {
    const text = query.get("q") ?? "";
    return page(
      allTrips.filter((trip) => JSON.stringify(trip).includes(text)),
      query,
    );
  },
  "/filters/available": () => ({
    countries: COUNTRIES.map((name) => ({ name, count: TOTAL_TRIPS / COUNTRIES.length })),
  }),
};

/** The healthy answer of a core API path; undefined for paths that the core API does not have. */
export function healthyCoreAnswer(path: string, query: URLSearchParams): unknown {
  const answer = answers[path];
  return answer && { success: true, data: answer(query) };
}
