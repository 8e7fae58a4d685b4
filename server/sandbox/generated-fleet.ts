/**
 * Fills the table `staged` with the 48,210 trips that a new sandbox has: one year of a growing fleet, which ends at the
 * end of a month, so that the newest month is complete. They are always the same, because every chance is a hash.
 */
export const GENERATED_FLEET = `
  CREATE TEMP MACRO chance(number, aspect) AS hash(number, aspect)::DOUBLE / 18446744073709551616;

  INSERT INTO staged
  -- The last day has nine times the trips of the first. Weekdays differ, and hours have a morning and an evening rush.
  WITH hours AS (
    SELECT hour, sum(
      9 ** (epoch(hour - TIMESTAMP '2024-09-01') / (365 * 86400))
      * [1, 1.05, 1.1, 1.07, 1.2, 0.78, 0.64][isodow(hour)]
      * [1, 0.6, 0.5, 0.5, 0.8, 1.6, 3.5, 7, 10.5, 8, 5.5, 5,
         5.5, 5, 4.8, 5.2, 6.5, 9, 10.5, 8, 5.5, 3.8, 2.6, 1.6][hour(hour) + 1]
    ) OVER (ORDER BY hour) AS share
    FROM generate_series(TIMESTAMP '2024-09-01', TIMESTAMP '2025-08-31 23:00', INTERVAL 1 HOUR) AS hours(hour)
  ),
  -- Rounded sums lose no trip. Ids are in the order of the starts.
  ends AS (SELECT hour, round(48210 * share / max(share) OVER ())::INTEGER AS last_id FROM hours),
  ids AS (
    SELECT hour, unnest(range(coalesce(lag(last_id) OVER (ORDER BY hour), 0) + 1, last_id + 1)) AS id
    FROM ends
  ),
  starts AS (
    SELECT id, epoch_ms(hour) + 1000 * floor(3600 *
      (row_number() OVER (PARTITION BY hour ORDER BY id) - chance(id, 'second'))
      / count(*) OVER (PARTITION BY hour)) AS start_ms
    FROM ids
  ),
  -- A fifth of the trips could be a driver's first. Drivers who joined recently drive more. Most trips are in a city;
  -- few have no length, or a recorder that was left running.
  trips AS (
    SELECT
      id,
      start_ms,
      1 + floor(0.204 * id * (1 - chance(id, 'driver') ** 1.6))::INTEGER AS driver,
      CASE
        WHEN chance(id, 'kind') < 0.0015 THEN 0
        WHEN chance(id, 'kind') < 0.002 THEN 3600 * (24 + 16 * chance(id, 'length'))
        ELSE greatest(20, -798 * ln(chance(id, 'length') * chance(id, 'delay')))
      END AS seconds
    FROM starts
  ),
  -- A recorder that was left running does not mean that somebody drove all day.
  driven AS (
    SELECT *, round(least(seconds, 10800) / 3600 * (12 + 33 * chance(id, 'speed')), 3) AS distance,
      chance(id, 'recorder') >= 0.004 AS is_recorded
    FROM trips
  )
  SELECT
    id,
    CASE WHEN chance(id, 'wallet') >= 0.006 THEN 'driver-' || driver END,
    start_ms,
    least(start_ms + 1000 * round(seconds), epoch_ms(TIMESTAMP '2025-08-31 23:59:59')),
    CASE WHEN is_recorded THEN distance END,
    CASE WHEN is_recorded THEN round(distance * (1.1 + 2 * chance(id, 'points')), 3) END,
    CASE
      WHEN chance(driver, 'country') < 0.827 THEN 'India'
      WHEN chance(driver, 'country') < 0.89 THEN 'Singapore'
      WHEN chance(driver, 'country') < 0.938 THEN 'Kenya'
      WHEN chance(driver, 'country') < 0.975 THEN 'United Arab Emirates'
      ELSE 'Germany'
    END
  FROM driven`;
