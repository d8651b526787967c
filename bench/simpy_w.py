#!/usr/bin/env python3
"""The two reference workloads in SimPy: one process per job, one event per checkpoint, interrupts for the rest."""

import json
import math
import random
import sys
import time

CHUNKS = 720
CHUNK_H = 1.0 + 60.0 / 3600.0  # 1 h of work and 60 s of write
RESTART_H = 0.25
FAILURE_MEAN_H = 50000.0 / 1024.0
FAILURE_SHAPE = 0.7  # of W2
FAILURE_SCALE_H = FAILURE_MEAN_H / math.gamma(1.0 + 1.0 / FAILURE_SHAPE)
PREEMPTION_MEAN_H = 12.0
REQUEUE_SIGMA = 1.0
REQUEUE_MU = -0.5 * REQUEUE_SIGMA**2  # so that the mean wait is 1 h

FAILURE, PREEMPTION = "failure", "preemption"


class Workload:
    """The laws of one workload, drawn from its own random stream."""

    def __init__(self, name, seed):
        self.preempted = name == "w2"
        self.rng = random.Random(seed)

    def failure_h(self):
        if self.preempted:
            return self.rng.weibullvariate(FAILURE_SCALE_H, FAILURE_SHAPE)
        return self.rng.expovariate(1.0 / FAILURE_MEAN_H)

    def preemption_h(self):
        return self.rng.expovariate(1.0 / PREEMPTION_MEAN_H)

    def requeue_h(self):
        return self.rng.lognormvariate(REQUEUE_MU, REQUEUE_SIGMA)


def simpy3():
    """SimPy 3 and 4: returns the version and a function that plays one trial."""
    import simpy

    def failures(env, job, workload):
        # The restart begins at the failure itself, and the clock is new there and runs in it.
        try:
            while True:
                yield env.timeout(workload.failure_h())
                job.interrupt(FAILURE)
        except simpy.Interrupt:
            return  # the capacity is gone

    def preemption(env, job, workload):
        yield env.timeout(workload.preemption_h())
        job.interrupt(PREEMPTION)

    def acquire(env, job, workload):
        if workload.preempted:
            env.process(preemption(env, job, workload))
        return env.process(failures(env, job, workload))

    def training(env, workload):
        job = env.active_process
        failing = acquire(env, job, workload)
        left, restarting = CHUNKS, False
        while left:
            try:
                if restarting:
                    yield env.timeout(RESTART_H)
                    restarting = False
                yield env.timeout(CHUNK_H)
                left -= 1
            except simpy.Interrupt as interrupt:
                restarting = True
                if interrupt.cause == PREEMPTION:
                    failing.interrupt()
                    yield env.timeout(workload.requeue_h())
                    failing = acquire(env, job, workload)
        return env.now

    def trial(workload):
        env = simpy.Environment()
        return env.run(until=env.process(training(env, workload)))

    return simpy.__version__, trial


def simpy2():
    """SimPy 2, whose processes are objects and which the victim asks whether it was interrupted."""
    import SimPy
    from SimPy.Simulation import Process, Simulation, hold

    class Failures(Process):
        def run(self, job, workload):
            while True:
                yield hold, self, workload.failure_h()
                self.interrupt(job)

    class Preemption(Process):
        def run(self, job, workload):
            yield hold, self, workload.preemption_h()
            self.interrupt(job)

    class Training(Process):
        def acquire(self, workload):
            if workload.preempted:
                preemption = Preemption(sim=self.sim)
                self.sim.activate(preemption, preemption.run(self, workload))
            failing = Failures(sim=self.sim)
            self.sim.activate(failing, failing.run(self, workload))
            return failing

        def run(self, workload):
            failing = self.acquire(workload)
            left, restarting = CHUNKS, False
            while left:
                yield hold, self, RESTART_H if restarting else CHUNK_H
                if not self.interrupted():
                    left -= not restarting
                    restarting = False
                    continue
                restarting = True
                self.interruptReset()
                if isinstance(self.interruptCause, Preemption):
                    self.cancel(failing)
                    yield hold, self, workload.requeue_h()
                    failing = self.acquire(workload)
            self.sim.stopSimulation()

    def trial(workload):
        sim = Simulation()
        job = Training(sim=sim)
        sim.activate(job, job.run(workload))
        sim.simulate(until=math.inf)
        return sim.now()

    return SimPy.__version__, trial


def run(name, trials, seed, api):
    version, trial = api()
    workload = Workload(name, seed)
    start = time.perf_counter()
    hours = [trial(workload) for _ in range(trials)]
    seconds = time.perf_counter() - start
    mean = math.fsum(hours) / trials
    variance = math.fsum((hour - mean) ** 2 for hour in hours) / (trials - 1)
    return {
        "trials": trials,
        "mean": mean,
        "se": math.sqrt(variance / trials),
        "seconds": seconds,
        "simpy": version,
    }


def main(arguments):
    apis = {"2": simpy2, "3": simpy3}
    try:
        name, trials, seed, api = (arguments + ["3"])[:4]
        if name not in ("w1", "w2") or int(trials) < 2 or len(arguments) > 4:
            raise ValueError(name)
        result = run(name, int(trials), int(seed), apis[api])
    except (KeyError, ValueError):
        print("usage: simpy_w.py w1|w2 TRIALS SEED [2|3], the API of SimPy (3 also means 4)", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"simpy_w.py: {error}; install python3-simpy3 (or python3-simpy, for SimPy 2)", file=sys.stderr)
        return 4
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
